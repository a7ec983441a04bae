import type { OfferDocument } from '$src/answers/documents.ts';
import type { FieldName } from '$src/catalogue/offer.ts';
import { type GbitPerS, toGBytePerS } from '$src/units/bandwidth.ts';
import type { DecimalText } from '$src/units/money.ts';
import { formatList, formatMoney, formatNumber, formatWithUnit } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayGpus as sayGpuCount, sayHours } from '$src/words/phrases.ts';
import { say, sayField } from '$src/words/vocabulary.ts';
import { wordsIn } from '$src/words/words.ts';
import { sayGpuForm } from './gpu-words.ts';

/** A value as it is printed: the answer, and lines that qualify it. */
export interface SaidValue {
  readonly main: string;
  readonly more: readonly string[];
  /** A yes or no, for the mark before it. */
  readonly answer?: 'yes' | 'no';
  /** The provider's own words, in English whatever the page's language. */
  readonly isQuoted?: boolean;
}

const plain = (main: string, ...more: readonly (string | null)[]): SaidValue => ({ main, more: more.filter((line) => line !== null) });
const quoted = (main: string): SaidValue => ({ main, more: [], isQuoted: true });

function sayAnswer(locale: Locale, answer: 'yes' | 'no' | 'unknown', ...more: readonly (string | null)[]): SaidValue | null {
  return answer === 'unknown' ? null : { ...plain(say(locale, 'answer', answer), ...more), answer };
}

function sayMultiNode(locale: Locale, offer: OfferDocument): SaidValue | null {
  const words = wordsIn(locale);
  if (offer.multiNode === 'unknown') return null;
  if (offer.multiNode === 'yes') return { ...plain(words.offer_multi_node_yes()), answer: 'yes' };
  const reason = offer.multiNodeReason;
  return {
    ...plain(
      reason === null ? words.offer_multi_node_no_plain() : words.offer_multi_node_no({ reason: say(locale, 'multiNodeReason', reason) }),
    ),
    answer: 'no',
  };
}

function sayGpuFact(locale: Locale, offer: OfferDocument): SaidValue | null {
  if (offer.gpus.length === 0) return null;
  const words = wordsIn(locale);
  const ambiguous = offer.gpus.find((gpu) => gpu.id === null && gpu.candidates.length > 0);
  return plain(
    formatList(
      locale,
      offer.gpus.map((gpu) => gpu.name),
    ),
    sayGpuForm(locale, offer),
    ambiguous === undefined
      ? null
      : words.offer_ambiguous_gpu({ family: ambiguous.name, candidates: formatList(locale, ambiguous.candidates) }),
  );
}

function sayBandwidth(locale: Locale, offer: OfferDocument): SaidValue | null {
  const rate = offer.nodeBandwidthGbitPerS;
  if (rate === null) return null;
  const words = wordsIn(locale);
  const perGpu = offer.gpuBandwidthGbitPerS;
  return plain(
    offer.nodeBandwidthIsUpTo
      ? words.layout_up_to({ value: formatWithUnit(locale, rate, 'Gbit/s') })
      : formatWithUnit(locale, rate, 'Gbit/s'),
    perGpu === null ? null : words.layout_per_gpu({ value: formatWithUnit(locale, perGpu, 'Gbit/s') }),
    words.offer_bandwidth_bytes({ value: toGBytePerS(rate as GbitPerS) }),
    offer.nodeBandwidthIsUpTo ? words.offer_bandwidth_up_to() : null,
  );
}

function sayStorage(locale: Locale, offer: OfferDocument): SaidValue | null {
  if (offer.storage.length === 0) return null;
  const words = wordsIn(locale);
  const lines = offer.storage.map((system) =>
    [
      system.name,
      system.throughput ?? words.offer_storage_no_throughput(),
      system.pricePerGibMonth === null
        ? null
        : words.offer_storage_price({
            price: formatMoney(locale, {
              amount: system.pricePerGibMonth.amount as DecimalText,
              currency: system.pricePerGibMonth.currency as never,
            }),
          }),
    ]
      .filter((part) => part !== null)
      .join(' · '),
  );
  return plain(formatList(locale, [...new Set(offer.storage.map((system) => say(locale, 'storage', system.kind)))]), ...lines);
}

function sayMaxNodes(locale: Locale, offer: OfferDocument): SaidValue | null {
  if (offer.maxNodes === null) return null;
  return plain(
    offer.maxNodesScope === null
      ? formatNumber(locale, offer.maxNodes)
      : wordsIn(locale).offer_max_nodes_scope({ count: offer.maxNodes, scope: offer.maxNodesScope }),
  );
}

const writers: { readonly [F in FieldName]: (locale: Locale, offer: OfferDocument) => SaidValue | null } = {
  multiNode: sayMultiNode,
  gpu: sayGpuFact,
  gpuOptions: sayGpuFact,
  gpuMemoryGB: (locale, { gpuMemoryGB }) => (gpuMemoryGB === null ? null : plain(formatWithUnit(locale, gpuMemoryGB, 'GB'))),
  gpusPerNode: (locale, { gpusPerNode }) => (gpusPerNode === null ? null : plain(formatNumber(locale, gpusPerNode))),
  nodeLink: (locale, { nodeLink }) => (nodeLink === null ? null : plain(say(locale, 'nodeLink', nodeLink))),
  nodeLinkGBytePerS: (locale, { nodeLinkGBytePerS }) =>
    nodeLinkGBytePerS === null
      ? null
      : plain(formatWithUnit(locale, nodeLinkGBytePerS, 'GB/s'), sayField(locale, 'nodeLinkGBytePerS').unit),
  nvlinkDomainGpus: (locale, { nvlinkDomainGpus }) => (nvlinkDomainGpus === null ? null : plain(sayGpuCount(locale, nvlinkDomainGpus))),
  fabric: (locale, { fabric }) => (fabric === null ? null : plain(say(locale, 'fabric', fabric))),
  fabricOptions: (locale, { fabricOptions }) =>
    fabricOptions.length === 0
      ? null
      : plain(
          formatList(
            locale,
            fabricOptions.map((fabric) => say(locale, 'fabric', fabric)),
          ),
        ),
  fabricGeneration: (_, { fabricGeneration }) => (fabricGeneration === null ? null : quoted(fabricGeneration)),
  nodeBandwidthGbitPerS: sayBandwidth,
  nics: (locale, { nics }) =>
    nics === null ? null : plain(`${formatNumber(locale, nics.count)} × ${formatWithUnit(locale, nics.gbitPerS, 'Gbit/s')}`),
  generalNetworkGbitPerS: (locale, { generalNetworkGbitPerS }) =>
    generalNetworkGbitPerS === null ? null : plain(formatWithUnit(locale, generalNetworkGbitPerS, 'Gbit/s')),
  rdma: (locale, { rdma }) => sayAnswer(locale, rdma),
  gpudirectRdma: (locale, { gpudirectRdma }) => sayAnswer(locale, gpudirectRdma),
  topology: (locale, { topology }) => (topology === null ? null : plain(say(locale, 'topology', topology))),
  oversubscription: (_, { oversubscription }) => (oversubscription === null ? null : plain(oversubscription)),
  locality: (locale, { locality }) => (locality === null ? null : plain(say(locale, 'locality', locality))),
  orchestration: (locale, { orchestration }) =>
    orchestration.length === 0
      ? null
      : plain(
          formatList(
            locale,
            orchestration.map((system) => say(locale, 'orchestration', system)),
          ),
        ),
  managed: (locale, { managed }) => sayAnswer(locale, managed),
  ncclReady: (locale, { ncclReady }) => sayAnswer(locale, ncclReady),
  storage: sayStorage,
  provisioning: (locale, { provisioning }) =>
    provisioning.length === 0
      ? null
      : plain(
          formatList(
            locale,
            provisioning.map((way) => say(locale, 'provisioning', way)),
          ),
        ),
  leadTimeDays: (locale, { leadTimeDays }) => (leadTimeDays === null ? null : plain(sayHours(locale, leadTimeDays * 24))),
  unitOfSale: (_, { unitOfSale }) => (unitOfSale === null ? null : quoted(unitOfSale)),
  minNodes: (locale, { minNodes }) => (minNodes === null ? null : plain(formatNumber(locale, minNodes))),
  maxNodes: sayMaxNodes,
  minTermHours: (locale, { minTermHours }) => (minTermHours === null ? null : plain(sayHours(locale, minTermHours))),
  prepaid: (locale, { prepaid }) => sayAnswer(locale, prepaid),
  billingUnit: (locale, { billingUnit }) => (billingUnit === null ? null : plain(say(locale, 'billingUnit', billingUnit))),
  egress: (_, { egress }) => (egress === null ? null : quoted(egress)),
  regions: (locale, { regions }) => (regions.length === 0 ? null : quoted(formatList(locale, regions))),
  gates: (locale, { gates }) =>
    gates.length === 0
      ? null
      : plain(formatList(locale, [...new Set(gates.map((gate) => say(locale, 'gate', gate.kind)))]), ...gates.map((gate) => gate.says)),
  sla: (_, { sla }) => (sla === null ? null : quoted(sla)),
  replacement: (_, { replacement }) => (replacement === null ? null : quoted(replacement)),
  spares: (_, { spares }) => (spares === null ? null : quoted(spares)),
  dataLocation: (_, { dataLocation }) => (dataLocation === null ? null : quoted(dataLocation)),
  certificates: (locale, { certificates }) => (certificates.length === 0 ? null : quoted(formatList(locale, certificates))),
};

/** What is on file for a field of an offer, in words; null where nothing is published. */
export function sayFactValue(locale: Locale, offer: OfferDocument, field: FieldName): SaidValue | null {
  return writers[field](locale, offer);
}
