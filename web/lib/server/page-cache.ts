import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

export type Encoding = 'br' | 'gzip' | 'identity';

type Bytes = Uint8Array<ArrayBuffer>;

/** A rendered body with its compressed forms, made when first asked for. */
export interface StoredPage {
  /** What the answer said of itself, without length and entity tag: those depend on the encoding. */
  readonly headers: Readonly<Record<string, string>>;
  readonly entityTag: string;
  readonly body: Bytes;
  readonly compressed: Partial<Record<Exclude<Encoding, 'identity'>, Bytes>>;
}

const mostBytes = 48 * 1024 * 1024;

/**
 * Rendered answers by path, query, language, theme, data version and day. The least recently read go first when
 * the limit of bytes is reached, so a crowd of odd questions cannot fill the memory.
 */
export class PageCache {
  readonly #limit: number;
  readonly #pages = new Map<string, StoredPage>();
  #bytes = 0;

  constructor(limit = mostBytes) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  read(key: string): StoredPage | null {
    const page = this.#pages.get(key);
    if (page === undefined) return null;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  store(key: string, page: StoredPage): void {
    this.#remove(key);
    this.#pages.set(key, page);
    this.#bytes += sizeOf(page);
    this.#trim();
  }

  /** The body in an encoding, compressed once. */
  async encode(key: string, page: StoredPage, encoding: Encoding): Promise<Bytes> {
    if (encoding === 'identity') return page.body;
    const present = page.compressed[encoding];
    if (present !== undefined) return present;
    const body = new Uint8Array(await compress(page.body, encoding));
    page.compressed[encoding] = body;
    if (this.#pages.get(key) === page) {
      this.#bytes += body.byteLength;
      this.#trim();
    }
    return body;
  }

  #remove(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    this.#pages.delete(key);
    this.#bytes -= sizeOf(page);
  }

  #trim(): void {
    for (const key of this.#pages.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.#remove(key);
    }
  }
}

function sizeOf(page: StoredPage): number {
  return Object.values(page.compressed).reduce((sum, body) => sum + body.byteLength, page.body.byteLength);
}

/** Brotli at 5 takes about as long as gzip at 6 and gives a smaller page; 11 would take a hundred times as long. */
function compress(body: Bytes, encoding: Exclude<Encoding, 'identity'>): Promise<Uint8Array> {
  return encoding === 'br' ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : compressGzip(body, { level: 6 });
}

/** An entity tag for a body: strong, and the same for equal bodies. */
export function entityTagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}

/** The encoding to send for an `Accept-Encoding` header. RFC 9110, section 12.5.3; `q=0` refuses one. */
export function chooseEncoding(accepted: string | null): Encoding {
  if (accepted === null) return 'identity';
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',', 20)
      .map((part) => {
        const [name, weight] = part.split(';q=', 2);
        return [(name ?? '').trim(), weight === undefined ? 1 : Number.parseFloat(weight)] as const;
      }),
  );
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : 'identity';
}

/** True where `If-None-Match` names the tag in any of its encodings. The comparison is weak: RFC 9110, section 13.1.2. */
export function matchesEntityTag(ifNoneMatch: string | null, entityTag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',', 50).some((part) => {
    const tag = part.trim().replace(/^W\//, '').replaceAll('"', '');
    return tag === '*' || tag.split('.', 1)[0] === entityTag;
  });
}
