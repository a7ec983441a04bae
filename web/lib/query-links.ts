/** A path with its query, if there is one. */
export function address(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

/** A path with a query changed: the URL is the state, so every control of the comparison is such an address. */
export function withQuery(path: string, query: string, change: (parameters: URLSearchParams) => void): string {
  const parameters = new URLSearchParams(query);
  change(parameters);
  return address(path, parameters.toString());
}

/** The query without what only shapes the view: two orders of one list are one page to a search engine. */
export function withoutView(query: string): string {
  const parameters = new URLSearchParams(query);
  for (const key of ['sort', 'limit', 'currency']) parameters.delete(key);
  return parameters.toString();
}
