import type { OfferFile, PriceFile, ProviderFile } from '../catalogue/file-schema.ts';
import { compareDates, type SourceDate } from '../units/date.ts';
import type { FieldPath } from './form-problems.ts';
import type { Problem, YamlFile } from './yaml-file.ts';

/** What the rules need to know beyond the file itself. */
export interface RuleContext {
  /** Day of the data version: nothing on file may be later. */
  readonly dataVersion: SourceDate;
  /** Ids and families that the GPU table knows. */
  readonly isKnownGpu: (name: string) => boolean;
  /** Dense BF16 TFLOPS of a GPU id or the strongest of a family, null where not on file. */
  readonly denseBf16Tflops: (name: string) => number | null;
}

/** No product on the market joins a node to its fabric faster; beyond it somebody wrote GB/s for Gbit/s. */
const highestNodeGbitPerS = 12_800;
const highestGpuGbitPerS = 1_600;
/**
 * Plausible rent for computing power, US dollars per petaFLOPS (dense BF16) and hour. On file are 0.6 (spot of a
 * market) to 30 (small GPUs of large clouds); a price outside 0.25 to 60 is a slip of unit or digit.
 */
const plausibleUsdPerPetaflopsHour = { lowest: 0.25, highest: 60 } as const;
const plausibleUsdPerGpuHour = { lowest: 0.02, highest: 60 } as const;

type Report = (path: FieldPath, says: string) => void;

function checkSources(file: ProviderFile, context: RuleContext, report: Report): void {
  for (const [key, source] of Object.entries(file.sources)) {
    if (source.asOf !== null && compareDates(source.asOf, context.dataVersion) > 0) {
      report(['sources', key, 'asOf'], `${source.asOf} is in the future: the data is of ${context.dataVersion}`);
    }
  }
}

/** Calls `visit` for each list of source keys in an offer. */
function visitCitations(offer: OfferFile, base: FieldPath, visit: (keys: readonly string[], path: FieldPath) => void): void {
  for (const [field, fact] of Object.entries(offer.facts)) {
    if (fact === undefined) continue;
    visit(fact.sources, [...base, 'facts', field, 'sources']);
    for (const [number, conflict] of (fact.conflicts ?? []).entries()) {
      visit(conflict.sources, [...base, 'facts', field, 'conflicts', number, 'sources']);
    }
  }
  for (const [number, price] of offer.prices.entries())
    visit(price.source === null ? [] : [price.source], [...base, 'prices', number, 'source']);
  for (const [number, note] of offer.priceNotes.entries())
    visit(note.source === null ? [] : [note.source], [...base, 'priceNotes', number, 'source']);
  for (const [number, conflict] of offer.priceConflicts.entries()) visit(conflict.sources, [...base, 'priceConflicts', number, 'sources']);
  for (const [number, sighting] of offer.sightings.entries()) visit([sighting.source], [...base, 'sightings', number, 'source']);
}

function checkFacts(offer: OfferFile, base: FieldPath, context: RuleContext, report: Report): void {
  for (const [field, fact] of Object.entries(offer.facts)) {
    if (fact === undefined) continue;
    const path = [...base, 'facts', field];
    if (fact.value === null && fact.detail === undefined && (fact.conflicts ?? []).length === 0) {
      report(path, 'says nothing: leave the field out, or say in "detail" what the source does say');
    }
    const isUnconfirmed = fact.confidence === 'unconfirmed';
    if (fact.value !== null && fact.sources.length === 0 && !isUnconfirmed) {
      report(path, 'has a value but no source: add a key of "sources", or say "confidence: unconfirmed"');
    }
    if (fact.sources.length > 0 && isUnconfirmed) report([...path, 'confidence'], 'has a source and says unconfirmed: drop one of the two');
  }
  const { facts } = offer;
  const isNo = facts.multiNode?.value === 'no';
  if (isNo && facts.multiNode?.reason === undefined) report([...base, 'facts', 'multiNode'], 'says no without "reason"');
  if (!isNo && facts.multiNode?.reason !== undefined)
    report([...base, 'facts', 'multiNode', 'reason'], 'gives a reason for a "no" that is not there');

  const perNode = facts.nodeBandwidthGbitPerS?.value ?? null;
  const gpus = facts.gpusPerNode?.value ?? null;
  const bandwidthPath = [...base, 'facts', 'nodeBandwidthGbitPerS', 'value'];
  if (perNode !== null && perNode > highestNodeGbitPerS) {
    report(bandwidthPath, `${perNode} Gbit/s is beyond any node (${highestNodeGbitPerS}): GB/s written as Gbit/s?`);
  } else if (perNode !== null && gpus !== null && perNode / gpus > highestGpuGbitPerS) {
    report(bandwidthPath, `${perNode / gpus} Gbit/s per GPU is beyond any GPU (${highestGpuGbitPerS}): per rack written as per node?`);
  }
  const nics = facts.nics?.value ?? null;
  if (nics !== null && perNode !== null && nics.count * nics.gbitPerS !== perNode) {
    report(
      [...base, 'facts', 'nics', 'value'],
      `${nics.count} × ${nics.gbitPerS} = ${nics.count * nics.gbitPerS} Gbit/s, but the node has ${perNode}`,
    );
  }
  const [least, most] = [facts.minNodes?.value ?? null, facts.maxNodes?.value ?? null];
  if (least !== null && most !== null && least > most) report([...base, 'facts', 'minNodes', 'value'], `is above maxNodes (${most})`);
  if (facts.gpu !== undefined && facts.gpuOptions !== undefined)
    report([...base, 'facts', 'gpuOptions'], 'stands beside "gpu": keep one of the two');
  const named = [...(facts.gpuOptions?.value ?? []), ...(facts.gpu?.value ? [facts.gpu.value] : [])];
  for (const name of named) {
    if (!context.isKnownGpu(name))
      report([...base, 'facts', facts.gpu ? 'gpu' : 'gpuOptions'], `"${name}" is neither an id nor a family of data/gpus`);
  }
  if (facts.fabric?.value === 'multiple' && facts.fabricOptions === undefined)
    report([...base, 'facts', 'fabric'], 'is "multiple" without "fabricOptions"');
}

function checkPrice(price: PriceFile, offer: OfferFile, path: FieldPath, context: RuleContext, report: Report): void {
  if (price.asOf !== null && compareDates(price.asOf, context.dataVersion) > 0) {
    report([...path, 'asOf'], `${price.asOf} is in the future: the data is of ${context.dataVersion}`);
  }
  if (price.gpu !== undefined && !context.isKnownGpu(price.gpu))
    report([...path, 'gpu'], `"${price.gpu}" is neither an id nor a family of data/gpus`);
  const gpusPerNode = offer.facts.gpusPerNode?.value ?? null;
  if (price.per === 'node-hour' && gpusPerNode === null) report([...path, 'per'], 'is per node, but the offer has no gpusPerNode');
  if (price.currency !== 'USD') return;
  const perGpuHour = Number(price.amount) / (price.per === 'node-hour' ? (gpusPerNode ?? 1) : 1);
  const gpu = price.gpu ?? offer.facts.gpu?.value ?? null;
  const tflops = gpu === null ? null : context.denseBf16Tflops(gpu);
  const scale = tflops === null ? 1 : tflops / 1_000;
  const { lowest, highest } = tflops === null ? plausibleUsdPerGpuHour : plausibleUsdPerPetaflopsHour;
  if (perGpuHour < lowest * scale || perGpuHour > highest * scale) {
    report(
      [...path, 'amount'],
      `${perGpuHour} USD per GPU-hour is not plausible for ${gpu ?? 'any GPU'} (${(lowest * scale).toFixed(2)} to ${(highest * scale).toFixed(2)}): unit or digit?`,
    );
  }
}

/** The integrity rules for one provider's file. Cross-file rules (doubled ids) are in `integrity.ts`. */
export function checkProviderFile(yaml: YamlFile<ProviderFile>, context: RuleContext): readonly Problem[] {
  const { value: file } = yaml;
  const problems: Problem[] = [];
  const report: Report = (path, says) => problems.push(yaml.problem(path, says));
  checkSources(file, context, report);
  const cited = new Set<string>();
  for (const [number, offer] of file.offers.entries()) {
    const base = ['offers', number];
    visitCitations(offer, base, (keys, path) => {
      for (const key of keys) {
        cited.add(key);
        if (!Object.hasOwn(file.sources, key)) report(path, `"${key}" is not a key of "sources"`);
      }
    });
    checkFacts(offer, base, context, report);
    for (const [priceNumber, price] of offer.prices.entries()) checkPrice(price, offer, [...base, 'prices', priceNumber], context, report);
    const inForce = offer.prices.some((price) => !price.superseded);
    if (!inForce && offer.priceStatus === 'priced') report([...base, 'priceStatus'], 'says priced, but no price in force is on file');
    if (inForce && offer.priceStatus !== 'priced') report([...base, 'priceStatus'], 'must be "priced": a price in force is on file');
  }
  for (const key of Object.keys(file.sources)) if (!cited.has(key)) report(['sources', key], 'is cited nowhere: remove it, or cite it');
  return problems;
}
