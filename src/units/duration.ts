/** A length of time in hours. */
export type Hours = number & { readonly unit: 'h' };

const hoursPer = { h: 1, d: 24, w: 168, m: 730, y: 8_760 } as const;
const shape = /^(\d{1,6}(?:\.\d{1,3})?)([hdwmy])$/;

/**
 * Reads `36h`, `30d`, `2w`, `6m` or `1y`. A month is 730 hours, as cloud bills count it; a year 8,760.
 * Returns null for anything else, zero included.
 */
export function parseDuration(text: string): Hours | null {
  const parts = shape.exec(text.trim().toLowerCase());
  if (parts === null) return null;
  const hours = Number(parts[1]) * hoursPer[parts[2] as keyof typeof hoursPer];
  return hours > 0 ? (hours as Hours) : null;
}
