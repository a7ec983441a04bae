import { findCitationProblems, type HardwareProblem } from './citations.ts';
import type { FabricFile, FabricsFile } from './fabric-schema.ts';
import type { SourceFile } from './fact-schema.ts';

/** What joins the nodes of a cluster. */
export type Fabric = FabricFile;

export interface FabricTable {
  readonly fabrics: readonly Fabric[];
  readonly fabricById: ReadonlyMap<string, Fabric>;
  readonly sourceByKey: ReadonlyMap<string, SourceFile>;
}

/** Opens `data/fabrics.yaml`. Trusts it: `findFabricProblems` was asked before it was compiled. */
export function buildFabricTable(file: FabricsFile): FabricTable {
  return {
    fabrics: file.fabrics,
    fabricById: new Map(file.fabrics.map((fabric) => [fabric.id, fabric])),
    sourceByKey: new Map(Object.entries(file.sources)),
  };
}

/** The rules beyond the form: ids are unique, cited sources are on file. */
export function findFabricProblems(file: FabricsFile): readonly HardwareProblem[] {
  const known = new Set(Object.keys(file.sources));
  const taken = new Set<string>();
  return file.fabrics.flatMap((fabric, number) => {
    const path = ['fabrics', number];
    const doubled = taken.has(fabric.id) ? [{ file: 0, path: [...path, 'id'], says: `"${fabric.id}" is on file already` }] : [];
    taken.add(fabric.id);
    return [...doubled, ...findCitationProblems(fabric, known, 0, path)];
  });
}
