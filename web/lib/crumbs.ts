/** One step of the way from the start page to here. */
export interface Crumb {
  readonly label: string;
  readonly path: string;
}
