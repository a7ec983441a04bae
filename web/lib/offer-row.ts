import type { OfferDocument } from '$src/answers/documents.ts';
import { checkNames } from '$src/catalogue/vocabulary.ts';
import { formatList, formatNumber } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayHours } from '$src/words/phrases.ts';
import { explain, say, sayCheck } from '$src/words/vocabulary.ts';
import { wordsIn } from '$src/words/words.ts';
import { type CellLine, missing, openDispute, quoted, type TextCell, toLine } from './cells.ts';
import { sayGpuForm, sayGpus } from './gpu-words.ts';
import { columnLabels } from './offer-columns.ts';
import { inLocale } from './paths.ts';
import { type PriceWords, sayPrice } from './price-words.ts';
import { sayStorage } from './storage-words.ts';

/** A yes, a no or an unknown as a mark with its label. */
export interface AnswerWords {
  readonly label: string;
  readonly state: 'good' | 'no' | 'unknown';
  readonly says: string;
}

/** Bandwidth per node: a figure, a bar on the scale of the column, and the share of one GPU. */
export interface RateWords {
  readonly label: string;
  readonly value: string | null;
  readonly dispute: string | null;
  readonly barGbitPerS: number;
  readonly perGpu: CellLine;
  readonly href: string;
}

/** A row of the comparison in words. */
export interface OfferRowWords {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly provider: string;
  /** For the box that picks the offer; null where offers cannot be picked. */
  readonly choose: string | null;
  /** Where the offer is not rented as one unit: why, or that nobody says. */
  readonly notConnected: AnswerWords | null;
  readonly gpu: TextCell;
  readonly fabric: TextCell;
  readonly rate: RateWords;
  readonly accessLabel: string;
  readonly access: readonly AnswerWords[];
  readonly topology: TextCell;
  /** Left out of the short table of the front page, as is storage. */
  readonly orchestration: TextCell | null;
  readonly terms: TextCell;
  readonly storage: TextCell | null;
  readonly priceLabel: string;
  readonly price: PriceWords;
  readonly checksLabel: string;
  readonly checks: string;
  readonly verdicts: readonly OfferDocument['checks']['network']['verdict'][];
}

export interface RowOptions {
  readonly isChoosable: boolean;
  readonly isExcerpt: boolean;
}

/** The widest node on file has 6,400 Gbit/s: every bar of a column has this scale, so that lengths compare. */
export const widestGbitPerS = 6_400;
/** A column has no room for the whole word; its title says it. */
const narrowWords: Readonly<Record<string, string>> = { kubernetes: 'K8s' };
const answerStates = { yes: 'good', no: 'no', unknown: 'unknown' } as const;

type Labels = ReturnType<typeof columnLabels>;

function sayAnswer(locale: Locale, label: string, answer: OfferDocument['rdma']): AnswerWords {
  return {
    label,
    state: answerStates[answer],
    says: answer === 'unknown' ? wordsIn(locale).state_not_published() : say(locale, 'answer', answer),
  };
}

function sayNotConnected(locale: Locale, { multiNode, multiNodeReason }: OfferDocument): AnswerWords | null {
  if (multiNode === 'yes') return null;
  const words = wordsIn(locale);
  if (multiNode === 'unknown' || multiNodeReason === null) return sayAnswer(locale, words.field_multi_node_label(), multiNode);
  return sayAnswer(locale, say(locale, 'multiNodeReason', multiNodeReason), 'no');
}

function sayGpuCell(locale: Locale, offer: OfferDocument, labels: Labels): TextCell {
  const form = sayGpuForm(locale, offer);
  const lines = form === null ? (offer.gpus.length === 1 ? [missing(wordsIn(locale).compare_cell_form())] : []) : [toLine(form)];
  return {
    label: labels['gpu'] ?? '',
    main: sayGpus(locale, offer),
    dispute: openDispute(offer.facts['gpu']?.conflicts, offer.facts['gpusPerNode']?.conflicts),
    lines,
  };
}

function sayFabricCell(locale: Locale, { fabric, fabricGeneration, fabricOptions, facts }: OfferDocument, labels: Labels): TextCell {
  const sayOne = (one: NonNullable<typeof fabric>): string => say(locale, 'fabric', one);
  const generation = (): readonly CellLine[] => {
    if (fabric === 'multiple' && fabricOptions.length > 0) return [toLine(formatList(locale, fabricOptions.map(sayOne)))];
    if (fabricGeneration !== null) return [quoted(locale, fabricGeneration)];
    return fabric === null ? [] : [missing(wordsIn(locale).compare_cell_generation())];
  };
  return {
    label: labels['fabric'] ?? '',
    main: fabric === null ? null : sayOne(fabric),
    dispute: openDispute(facts['fabric']?.conflicts),
    lines: generation(),
  };
}

function sayRate(locale: Locale, offer: OfferDocument, labels: Labels, href: string): RateWords {
  const words = wordsIn(locale);
  const rate = offer.nodeBandwidthGbitPerS;
  const perGpu = offer.gpuBandwidthGbitPerS;
  return {
    label: labels['rate'] ?? '',
    value: rate === null ? null : offer.nodeBandwidthIsUpTo ? words.layout_up_to({ value: rate }) : formatNumber(locale, rate),
    dispute: openDispute(offer.facts['nodeBandwidthGbitPerS']?.conflicts),
    barGbitPerS: Math.min(rate ?? 0, widestGbitPerS),
    perGpu: perGpu === null ? missing(words.field_gpu_bandwidth_unit()) : toLine(words.layout_per_gpu({ value: perGpu })),
    href,
  };
}

function sayTopologyCell(locale: Locale, { topology, locality, oversubscription, facts }: OfferDocument, labels: Labels): TextCell {
  const place = locality === null ? missing(wordsIn(locale).compare_cell_locality()) : toLine(say(locale, 'locality', locality));
  return {
    label: labels['topology'] ?? '',
    main: topology === null ? null : say(locale, 'topology', topology),
    dispute: openDispute(facts['topology']?.conflicts),
    lines: oversubscription === null ? [place] : [place, toLine(oversubscription)],
  };
}

function sayOrchestrationCell(locale: Locale, { orchestration, managed, ncclReady, facts }: OfferDocument, labels: Labels): TextCell {
  const words = wordsIn(locale);
  const runBy = managed === 'yes' ? words.compare_cell_managed() : words.compare_cell_self_run();
  return {
    label: labels['orchestration'] ?? '',
    main:
      orchestration.length === 0
        ? null
        : formatList(
            locale,
            orchestration.map((one) => narrowWords[one] ?? say(locale, 'orchestration', one)),
          ),
    dispute: openDispute(facts['orchestration']?.conflicts),
    lines: [
      managed === 'unknown' ? missing(words.compare_cell_managed_by()) : toLine(runBy),
      ...(ncclReady === 'yes' ? [toLine(words.compare_cell_nccl())] : []),
    ],
  };
}

function sayMinimum(locale: Locale, { minNodes, minTermHours }: OfferDocument): CellLine {
  const words = wordsIn(locale);
  if (minNodes !== null) return toLine(words.compare_cell_min_nodes({ count: minNodes }));
  return minTermHours === null
    ? missing(words.compare_cell_minimum())
    : toLine(words.compare_cell_min_term({ term: sayHours(locale, minTermHours) }));
}

function sayTermsCell(locale: Locale, offer: OfferDocument, labels: Labels, isExcerpt: boolean): TextCell {
  const { obtainable, provisioning } = offer;
  const help = explain(locale, 'obtainable', obtainable) ?? undefined;
  const obtained = toLine(wordsIn(locale)[`compare_cell_obtainable_${obtainable}`](), { help });
  return {
    label: labels['terms'] ?? '',
    main:
      provisioning.length === 0
        ? null
        : formatList(
            locale,
            provisioning.map((way) => say(locale, 'provisioning', way)),
          ),
    dispute: openDispute(offer.facts['provisioning']?.conflicts),
    lines: isExcerpt ? [obtained] : [obtained, sayMinimum(locale, offer)],
  };
}

function sayStorageCell(locale: Locale, offer: OfferDocument, labels: Labels): TextCell {
  const words = wordsIn(locale);
  const storage = sayStorage(locale, offer.storage);
  const throughput = (): readonly CellLine[] => {
    if (storage === null) return [];
    if (storage.throughput === null) return [missing(words.compare_cell_throughput())];
    return [
      storage.isShort
        ? quoted(locale, storage.throughput)
        : toLine(words.compare_cell_throughput_published(), { help: storage.throughput }),
    ];
  };
  return {
    label: labels['storage'] ?? '',
    main: storage?.kinds ?? null,
    dispute: openDispute(offer.facts['storage']?.conflicts),
    lines: throughput(),
  };
}

/** Puts an offer into the words of a row. */
export function sayOfferRow(locale: Locale, offer: OfferDocument, { isChoosable, isExcerpt }: RowOptions): OfferRowWords {
  const labels = columnLabels(locale);
  const href = inLocale(locale, `/offers/${offer.id}`);
  return {
    id: offer.id,
    href,
    name: offer.name,
    provider: offer.providerName,
    choose: isChoosable ? wordsIn(locale).compare_select({ offer: `${offer.providerName} ${offer.name}` }) : null,
    notConnected: sayNotConnected(locale, offer),
    gpu: sayGpuCell(locale, offer, labels),
    fabric: sayFabricCell(locale, offer, labels),
    rate: sayRate(locale, offer, labels, `${href}#nodeBandwidthGbitPerS`),
    accessLabel: labels['access'] ?? '',
    access: [sayAnswer(locale, 'RDMA', offer.rdma), sayAnswer(locale, 'GPUDirect', offer.gpudirectRdma)],
    topology: sayTopologyCell(locale, offer, labels),
    orchestration: isExcerpt ? null : sayOrchestrationCell(locale, offer, labels),
    terms: sayTermsCell(locale, offer, labels, isExcerpt),
    storage: isExcerpt ? null : sayStorageCell(locale, offer, labels),
    priceLabel: labels['price'] ?? '',
    price: sayPrice(locale, offer, `${href}#prices`),
    checksLabel: labels['checks'] ?? '',
    checks: checkNames.map((check) => `${sayCheck(locale, check).name}: ${say(locale, 'verdict', offer.checks[check].verdict)}`).join('; '),
    verdicts: checkNames.map((check) => offer.checks[check].verdict),
  };
}
