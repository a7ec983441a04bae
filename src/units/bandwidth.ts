/** Line rate of a network in Gbit/s (10⁹ bits), one direction. */
export type GbitPerS = number & { readonly unit: 'Gbit/s' };

/** NVLink, bus or storage bandwidth in GB/s (10⁹ bytes). */
export type GBytePerS = number & { readonly unit: 'GB/s' };

/** A line rate in GB/s: eight bits to the byte, nothing taken off for framing. */
export const toGBytePerS = (rate: GbitPerS): GBytePerS => (rate / 8) as GBytePerS;
