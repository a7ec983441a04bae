/** A rule that the files break, and where: number of the file in the list given, path of the field in it. */
export interface HardwareProblem {
  readonly file: number;
  readonly path: readonly (string | number)[];
  readonly says: string;
}

/** Fields that hold keys of sources, whatever else stands around them. */
const citingFields = new Set(['sources', 'nameSources', 'source']);

/** Every source key that an entry cites, with the path at which it does. */
export function citedSources(
  entry: unknown,
  path: HardwareProblem['path'] = [],
): readonly { key: string; path: HardwareProblem['path'] }[] {
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.entries(entry).flatMap(([field, part]) => {
    const here = [...path, Array.isArray(entry) ? Number(field) : field];
    if (!citingFields.has(field)) return citedSources(part, here);
    return (typeof part === 'string' ? [part] : (part as readonly string[])).map((key) => ({ key, path: here }));
  });
}

/** The cited keys that are not on file. */
export function findCitationProblems(
  entry: object,
  known: ReadonlySet<string>,
  file: number,
  path: HardwareProblem['path'],
): HardwareProblem[] {
  return citedSources(entry, path)
    .filter((cited) => !known.has(cited.key))
    .map((cited) => ({ file, path: cited.path, says: `"${cited.key}" is not a key of "sources"` }));
}
