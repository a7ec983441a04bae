import type { OfferDocument } from '../answers/documents.ts';
import { checkNames } from '../catalogue/vocabulary.ts';

const marks = { good: '+', weak: '-', unknown: '?', conflict: '!' } as const;

/** `8 × H100 SXM5 80 GB`; what is not known is left out, no GPU on file is `?`. */
export function gpuCell(offer: OfferDocument): string {
  const gpu = offer.gpus.map((one) => one.name).join(' / ') || '?';
  const form = offer.gpus.length === 1 ? [offer.gpus[0]?.formFactor, offer.gpuMemoryGB === null ? null : `${offer.gpuMemoryGB} GB`] : [];
  return [`${offer.gpusPerNode ?? '?'} × ${gpu}`, ...form].filter(Boolean).join(' ');
}

/** Amount per GPU-hour and, unless it is the ordinary on-demand rate, its model; why there is none otherwise. */
export function priceCell(offer: OfferDocument): string {
  if (offer.price === null)
    return { quote: 'by quote', unread: 'not readable', range: 'range only', none: '?', priced: 'other models' }[offer.priceStatus];
  const { amount, currency, model } = offer.price;
  return [currency === 'USD' ? amount : `${amount} ${currency}`, model === 'on-demand' ? '' : `(${model})`].filter(Boolean).join(' ');
}

/** The six checks in their fixed order, a sign each; never summed. */
export function sixMarks(offer: OfferDocument): string {
  return checkNames.map((name) => marks[offer.checks[name].verdict]).join('');
}
