import { z } from 'zod';

/** ISO 3166-1 alpha-2, lower case. */
const country = z.string().regex(/^[a-z]{2}$/, 'a country of ISO 3166-1 in two lower-case letters');
const providerId = z
  .string()
  .regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/)
  .max(64);

/** The form of `data/regions.yaml`. */
export const regionsFile = z.strictObject({
  /** The member states. Norway, Iceland, Switzerland and the United Kingdom are none. */
  eu: z.array(country).min(1),
  /** Provider → its region → country; `eu` where only that much is said, null where even that is not. */
  regions: z.record(providerId, z.record(z.string().trim().min(1).max(80), country.nullable())),
});

export type RegionsFile = z.output<typeof regionsFile>;
