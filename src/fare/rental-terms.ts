import { type CurrentPrice, currentPrice } from '../catalogue/current-price.ts';
import { type Offer, valueOf } from '../catalogue/offer.ts';
import type { BillingUnit, PriceModel } from '../catalogue/vocabulary.ts';
import type { Day } from '../units/date.ts';
import type { Currency } from '../units/money.ts';

/** One way of paying for an offer's nodes. */
export interface PriceOption {
  readonly model: PriceModel;
  readonly current: CurrentPrice;
  readonly currency: Currency;
  readonly perGpuHour: number;
  /** Hours that are paid for in any case: the term of a reservation, or the offer's own minimum. */
  readonly leastHours: number;
  /** Steps in which hours are billed. */
  readonly stepHours: number;
  /** Hours after which the nodes are taken back; infinite where they are not. */
  readonly mostHours: number;
}

/** Models that a whole job may rest on, for this duration. Spot can be taken away, the others are not for everybody. */
const models = ['on-demand', 'reserved', 'capacity-block', 'flex-start'] as const satisfies readonly PriceModel[];

const hoursOfUnit: Readonly<Record<BillingUnit, number>> = {
  second: 1 / 3600,
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 730,
  year: 8760,
};
/** Capacity blocks are sold by the day (AWS, EC2 Capacity Blocks for ML, pricing page). */
const blockStepHours = 24;
/** Flex-start nodes run for at most seven days (Google Cloud, Dynamic Workload Scheduler, flex-start mode). */
const flexStartHours = 168;
/** Whoever publishes no unit bills by the hour, as most do. */
const usualStepHours = 1;

/**
 * The ways of paying for `gpus` GPUs of an offer on one day: the current price of each model, and of each term of a
 * reservation. Empty where no price on file may stand for the offer.
 */
export function priceOptionsOf(offer: Offer, gpus: number, today: Day): readonly PriceOption[] {
  const unit = valueOf(offer, 'billingUnit');
  const stepHours = unit === null ? usualStepHours : hoursOfUnit[unit];
  const minimum = valueOf(offer, 'minTermHours') ?? 0;
  const options: PriceOption[] = [];
  for (const model of models) {
    const ofModel = offer.prices.filter((price) => price.model === model);
    for (const termHours of new Set(ofModel.map((price) => price.termHours))) {
      const ofTerm = { ...offer, prices: ofModel.filter((price) => price.termHours === termHours) };
      const current = currentPrice(ofTerm, { model, gpus }, today);
      if (current === null) continue;
      options.push({
        model,
        current,
        currency: current.price.currency,
        perGpuHour: Number(current.perGpuHour),
        leastHours: Math.max(minimum, termHours ?? 0),
        stepHours: model === 'capacity-block' ? Math.max(stepHours, blockStepHours) : stepHours,
        mostHours: model === 'flex-start' ? flexStartHours : Number.POSITIVE_INFINITY,
      });
    }
  }
  return options;
}

/** Hours that are billed for a job of so many hours of wall clock. */
export function billedHours(option: PriceOption, wallHours: number): number {
  // A hair over a full unit is arithmetic, not another unit.
  const units = Math.ceil(wallHours / option.stepHours - 1e-9);
  return Math.max(option.leastHours, units * option.stepHours);
}

/**
 * Days of use from which a reservation costs less than paying as one goes; null where one of the two is not on offer, or
 * where it never does.
 */
export function breakEvenDays(options: readonly PriceOption[]): number | null {
  const onDemand = options.find(({ model }) => model === 'on-demand');
  if (onDemand === undefined) return null;
  const days = options
    .filter(({ model, currency, perGpuHour }) => model === 'reserved' && currency === onDemand.currency && perGpuHour < onDemand.perGpuHour)
    .map(({ leastHours, perGpuHour }) => (leastHours * perGpuHour) / onDemand.perGpuHour / 24);
  return days.length === 0 ? null : Math.min(...days);
}
