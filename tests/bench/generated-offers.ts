import type { ChoiceKey } from '../../src/catalogue/filters.ts';
import type { IndexRow } from '../../src/catalogue/offer-index.ts';
import { fabrics, localities, orchestrations, provisionings, storageKinds, topologies } from '../../src/catalogue/vocabulary.ts';
import { seededNumbers } from './measure.ts';

/** A made-up offer with the fields that the comparison filters and sorts by. */
export interface GeneratedOffer {
  readonly options: Readonly<Record<ChoiceKey, readonly string[]>>;
  readonly nodeGbit: number | null;
  readonly gpuGbit: number | null;
  readonly price: number | null;
  readonly maxNodes: number | null;
  readonly name: string;
}

const families = ['h100', 'h200', 'b200', 'b300', 'gb200', 'gb300', 'a100', 'mi300x', 'mi325x', 'mi355x', 'l40s', 'h20'];
const countries = ['us', 'de', 'fr', 'fi', 'no', 'gb', 'jp', 'sg', 'in', 'cn', 'nl', 'ca'];
const nodeGbits = [100, 200, 400, 800, 1_600, 3_200, 6_400];

/** Offers in shares like those of the real catalogue: two thirds multi-node, a third of most fields unknown. The same for the same seed. */
export function generateOffers(count: number, seed = 20_261_130): readonly GeneratedOffer[] {
  const next = seededNumbers(seed);
  const pick = <T>(words: readonly T[]): T => words[Math.floor(next() * words.length)] as T;
  const oneOrNone = (words: readonly string[], known: number): readonly string[] => (next() < known ? [pick(words)] : []);
  const some = (words: readonly string[], known: number): readonly string[] =>
    next() < known ? [...new Set([pick(words), pick(words)])] : [];
  return Array.from({ length: count }, (_, number): GeneratedOffer => {
    const provider = `provider-${Math.floor(next() * 500)}`;
    const nodeGbit = next() < 0.6 ? pick(nodeGbits) : null;
    const price = next() < 0.55 ? Math.round((0.5 + next() * 17) * 100) / 100 : null;
    return {
      options: {
        'multi-node': next() < 0.64 ? ['yes'] : oneOrNone(['no'], 0.25),
        provider: [provider],
        gpu: [pick(families)],
        fabric: oneOrNone(fabrics, 0.7),
        rdma: oneOrNone(['yes', 'no'], 0.6),
        gpudirect: oneOrNone(['yes', 'no'], 0.2),
        topology: oneOrNone(topologies, 0.2),
        locality: oneOrNone(localities, 0.35),
        orchestration: some(orchestrations, 0.75),
        managed: oneOrNone(['yes', 'no'], 0.45),
        'nccl-ready': oneOrNone(['yes', 'no'], 0.15),
        provisioning: some(provisionings, 0.65),
        storage: some(storageKinds, 0.5),
        region: some(countries, 0.4),
        priced: [price === null ? 'no' : 'yes'],
        confirmed: ['yes'],
      },
      nodeGbit,
      gpuGbit: nodeGbit === null ? null : nodeGbit / 8,
      price,
      maxNodes: next() < 0.15 ? Math.ceil(next() * 256) : null,
      name: `${provider} offer ${number}`,
    };
  });
}

/** A generated offer as the index sees it. */
export function toGeneratedRow(offer: GeneratedOffer): IndexRow {
  return {
    optionsOf: (key) => offer.options[key],
    facetOptionsOf: (key) => offer.options[key],
    numberFor: (key) => (key === 'max-price' ? offer.price : key === 'min-node-gbit' ? offer.nodeGbit : offer.gpuGbit),
    sortValueFor: (key) =>
      key === 'price' ? offer.price : key === 'max-nodes' ? offer.maxNodes : key === 'node-gbit' ? offer.nodeGbit : offer.name,
    fits: (ask) => ask.nodes === null || offer.maxNodes === null || offer.maxNodes >= ask.nodes,
    publishes: (part) => part === 'nodes' && offer.maxNodes !== null,
    text: offer.name,
  };
}
