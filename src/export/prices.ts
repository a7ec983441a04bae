import { type Offer, type Price, valueOf } from '../catalogue/offer.ts';
import { priceBases, priceModels, priceScopes } from '../catalogue/vocabulary.ts';
import { divideAmount } from '../units/money.ts';
import { type Column, column } from './columns.ts';

/** A price as one row: everything without which the amount says nothing. */
export interface PriceRow {
  readonly offer: Offer;
  readonly price: Price;
}

/** Every price on file, superseded ones too: in the order of offers, then of their files. */
export function priceRowsOf(offers: readonly Offer[]): readonly PriceRow[] {
  return offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })));
}

function perGpuHour({ offer, price }: PriceRow): string | null {
  if (price.per === 'gpu-hour') return price.amount;
  const gpusPerNode = valueOf(offer, 'gpusPerNode');
  return gpusPerNode === null ? null : divideAmount(price.amount, gpusPerNode);
}

/** The column dictionary of `prices.csv`, `prices.jsonl` and `prices.parquet`. */
export const priceColumns: readonly Column<PriceRow>[] = [
  column('offer', 'text', 'Id of the offer: provider/product.', ({ offer }) => offer.id),
  column('provider', 'text', 'Id of the provider.', ({ offer }) => offer.provider.id),
  column('gpu', 'text', 'GPU id or family that the price is for, where the offer has several types.', ({ price }) => price.gpu),
  column('model', 'word', 'On what terms the price holds.', ({ price }) => price.model, { words: priceModels }),
  column('region', 'text', "Region in the provider's own name; empty where the source names none.", ({ price }) => price.region),
  column('termHours', 'number', 'Commitment that the price asks for.', ({ price }) => price.termHours, { unit: 'h' }),
  column('minGpus', 'integer', 'Fewest GPUs that get this price.', ({ price }) => price.minGpus, { unit: 'GPUs' }),
  column('amount', 'decimal', 'The price as published, exact, in "currency" for each "per".', ({ price }) => price.amount),
  column('currency', 'text', 'Three letters of ISO 4217.', ({ price }) => price.currency),
  column('per', 'word', 'What the amount is for.', ({ price }) => price.per, { words: ['gpu-hour', 'node-hour'] }),
  column(
    'amountPerGpuHour',
    'decimal',
    'The same for one GPU and hour, worked out; empty where the size of the node is not known.',
    perGpuHour,
    {
      unit: 'currency per GPU-hour',
    },
  ),
  column('basis', 'word', 'What kind of figure it is.', ({ price }) => price.basis, { words: priceBases }),
  column('scope', 'word', 'What it was published for.', ({ price }) => price.scope, { words: priceScopes }),
  column('asOf', 'date', 'When the source said so; empty where it carries no date.', ({ price }) => price.asOf),
  column(
    'source',
    'text',
    'Address of the source; empty where none is on file, which makes the price unconfirmed.',
    ({ price }) => price.source?.url ?? null,
  ),
  column('seenVia', 'text', 'The copy that was read where the source itself could not be.', ({ price }) => price.source?.seenVia ?? null),
  column('superseded', 'boolean', 'True where a later price replaced it; kept as history.', ({ price }) => price.superseded),
  column('note', 'text', 'What else the source says.', ({ price }) => price.note),
];
