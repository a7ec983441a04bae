import type { ConflictFile, OfferFile, PriceFile, ProviderFile, SourceFile } from './file-schema.ts';
import type { Conflict, Fact, FieldName, Offer, OfferedGpu, OfferFacts, Price, Provider, Source } from './offer.ts';
import { type Confidence, sourceKinds } from './vocabulary.ts';

/** What the files name and other tables explain. */
export interface Tables {
  /** An exact id or family as files write it; null where the GPU table has neither. */
  readonly offeredGpu: (name: string) => OfferedGpu | null;
  /** Country and group of a provider's region, lower case; empty where not known. */
  readonly regionKeysOf: (providerId: string, region: string) => readonly string[];
  /** Regional prices of a product, by the labels that feeds know it under. */
  readonly observedPrices: (providerId: string, feedNames: readonly string[]) => readonly Price[];
}

type FactFile = NonNullable<OfferFile['facts'][FieldName]>;

const noSources: readonly Source[] = [];

function toSource(file: SourceFile): Source {
  return {
    url: file.url,
    asOf: file.asOf,
    kind: file.kind,
    title: file.title ?? null,
    seenVia: file.seenVia ?? null,
    note: file.note ?? null,
  };
}

/** Confidence is that of the most trusted source; a value that none supports is unconfirmed. */
export function confidenceOf(sources: readonly Source[]): Confidence {
  return sourceKinds.find((kind) => sources.some((source) => source.kind === kind)) ?? 'unconfirmed';
}

class ProviderAssembly {
  readonly #provider: Provider;
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #tables: Tables;

  constructor(file: ProviderFile, tables: Tables) {
    this.#provider = { id: file.id, name: file.name, homepage: file.homepage, kind: file.kind, note: file.note ?? null };
    this.#sources = new Map(Object.entries(file.sources).map(([key, source]) => [key, toSource(source)]));
    this.#tables = tables;
  }

  offer(file: OfferFile): Offer {
    const prices = [...file.prices.map((price) => this.#price(price)), ...this.#tables.observedPrices(this.#provider.id, file.feedNames)];
    const facts = this.#facts(file);
    const named = facts.gpuOptions?.value ?? (facts.gpu?.value ? [facts.gpu.value] : []);
    const regions = new Set([...(facts.regions?.value ?? []), ...prices.flatMap((price) => (price.region === null ? [] : [price.region]))]);
    return {
      id: `${this.#provider.id}/${file.slug}`,
      slug: file.slug,
      provider: this.#provider,
      name: file.name,
      formerIds: file.formerIds,
      note: file.note ?? null,
      facts,
      gpus: named.map((name) => this.#tables.offeredGpu(name)).filter((gpu) => gpu !== null),
      multiNodeReason: file.facts.multiNode?.reason ?? null,
      bandwidthIsUpTo: file.facts.nodeBandwidthGbitPerS?.upTo ?? false,
      maxNodesScope: file.facts.maxNodes?.scope ?? null,
      prices,
      priceStatus: file.priceStatus,
      priceNotes: file.priceNotes.map((note) => ({ says: note.says, asOf: note.asOf, source: this.#source(note.source) })),
      priceConflicts: file.priceConflicts.map((conflict) => this.#conflict(conflict)),
      sightings: file.sightings.flatMap((sighting) => {
        const source = this.#source(sighting.source);
        return source === null ? [] : [{ ...sighting, source }];
      }),
      regionKeys: [
        ...new Set([...regions].flatMap((region) => [region.toLowerCase(), ...this.#tables.regionKeysOf(this.#provider.id, region)])),
      ],
    };
  }

  #source(key: string | null): Source | null {
    return key === null ? null : (this.#sources.get(key) ?? null);
  }

  #sourcesOf(keys: readonly string[]): readonly Source[] {
    return keys.length === 0 ? noSources : keys.map((key) => this.#source(key)).filter((source) => source !== null);
  }

  #conflict(file: ConflictFile): Conflict {
    return { says: file.says, status: file.status, sources: this.#sourcesOf(file.sources) };
  }

  #facts(file: OfferFile): OfferFacts {
    const entries = Object.entries(file.facts) as [FieldName, FactFile | undefined][];
    return Object.fromEntries(entries.flatMap(([field, fact]) => (fact === undefined ? [] : [[field, this.#fact(fact)]])));
  }

  #fact(file: FactFile): Fact<unknown> {
    const sources = this.#sourcesOf(file.sources);
    return {
      value: file.value === null ? null : withNulls(file.value),
      detail: file.detail ?? null,
      sources,
      confidence: file.confidence ?? confidenceOf(sources),
      conflicts: (file.conflicts ?? []).map((conflict) => this.#conflict(conflict)),
    };
  }

  #price(file: PriceFile): Price {
    return {
      amount: file.amount,
      currency: file.currency,
      per: file.per,
      model: file.model,
      termHours: file.termHours ?? null,
      minGpus: file.minGpus ?? null,
      gpu: file.gpu ?? null,
      region: file.region,
      basis: file.basis,
      scope: file.scope,
      asOf: file.asOf,
      source: this.#source(file.source),
      superseded: file.superseded,
      note: file.note ?? null,
    };
  }
}

/** Storage systems leave their price out where none is on file; in memory that is null. */
function withNulls(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry) => (isStorage(entry) ? { ...entry, pricePerGibMonth: entry.pricePerGibMonth ?? null } : entry));
}

function isStorage(entry: unknown): entry is { pricePerGibMonth?: unknown } {
  return typeof entry === 'object' && entry !== null && 'throughput' in entry;
}

/** Puts the checked files of all providers together: source keys become sources, names become GPUs and regions. */
export function assembleOffers(
  files: readonly ProviderFile[],
  tables: Tables,
): { providers: readonly Provider[]; offers: readonly Offer[] } {
  const offers = files.flatMap((file) => {
    const assembly = new ProviderAssembly(file, tables);
    return file.offers.map((offer) => assembly.offer(offer));
  });
  return { providers: [...new Map(offers.map((offer) => [offer.provider.id, offer.provider])).values()], offers };
}
