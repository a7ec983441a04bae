/** What a published throughput says, as far as its text can be read. */
export interface Throughput {
  /** The largest figure of the text in GB/s, decimal; null where it gives an order of magnitude in words. */
  readonly gBytePerS: number | null;
  /** True where the figure is per TiB, GPU, node, client or volume, and so grows with what is rented. */
  readonly grows: boolean;
}

const inGByte: Readonly<Record<string, number>> = { k: 1e-6, m: 1e-3, g: 1, t: 1e3 };
const longestRead = 400;
/** A rate in bytes or bits: 125 MB/s, 500 MBps, 1.2 TB/s, 1200 Gbit/s. */
const rate = /(\d[\d.,]{0,11}) ?([kmgt])i?(b|bytes?|bit|bits)(?:ps|\/s)/gi;
const unitOfRate = /(?:[kmgt]i?(?:b|bit)(?:ps|\/s))|(?:(?:mega|giga|tera)(?:byte|bit)s?(?:\/s| per second| a second))/i;
const perPart = /\bper (?:tib|tb|gib|gb|gpu|node|client|volume|mount|server|instance)\b/i;

/**
 * Reads a throughput as published, such as "125-1000 MB/s per TiB". Null where the text names no unit of throughput: then it is
 * no figure ("up to three times standard").
 */
export function readThroughput(text: string): Throughput | null {
  const read = text.slice(0, longestRead);
  if (!unitOfRate.test(read)) return null;
  const figures = [...read.matchAll(rate)].map(([, digits = '', prefix = '', unit = '']) => {
    const value = Number(digits.replaceAll(',', '').replace(/\.$/, '')) * (inGByte[prefix.toLowerCase()] ?? 0);
    // "Gb" and "Gbps" are bits by custom, "GB" and "GBps" bytes: the capital decides where the word is not written out.
    const isBits = unit === 'b' || unit.toLowerCase().startsWith('bit');
    return isBits ? value / 8 : value;
  });
  return { gBytePerS: figures.length === 0 ? null : Math.max(...figures), grows: perPart.test(read) };
}
