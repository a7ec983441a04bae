import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../faults/fault.ts';
import { toDay } from '../units/date.ts';
import { formatQuery, parseQuery, type QueryWords } from './query.ts';

const today = toDay('2026-11-30');
const words: QueryWords = {
  providers: new Set(['coreweave', 'aws']),
  gpus: new Set(['h100', 'nvidia-h100-sxm5-80gb']),
  regions: new Set(['de', 'eu', 'eu-north1']),
  readGpu: (label) => (label.toLowerCase() === 'h100 sxm' ? 'nvidia-h100-sxm5-80gb' : null),
};
const parse = (text: string) => parseQuery(new URLSearchParams(text), words, today);
const canonical = (text: string) => formatQuery(parse(text));

function refusal(text: string): Fault {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`"${text}" was accepted`);
}

describe('a question', () => {
  it('asks for offers rented as one unit unless it says otherwise', () => {
    expect(parse('').choices.get('multi-node')).toEqual(['yes']);
    expect(parse('multi-node=any').choices.has('multi-node')).toBe(false);
    expect(parse('multi-node=no&multi-node=unknown').choices.get('multi-node')).toEqual(['no', 'unknown']);
  });

  it('takes "any" beside a real choice as the empty box of a form', () => {
    expect(parse('multi-node=any&multi-node=yes').choices.get('multi-node')).toEqual(['yes']);
    expect(canonical('multi-node=any&multi-node=yes')).toBe('');
    expect(canonical('multi-node=any')).toBe('multi-node=any');
  });

  it('takes an untouched form field as not given', () => {
    expect(canonical('min-node-gbit=&q=&fabric=')).toBe('');
  });

  it('reads every key with "unknown"', () => {
    expect(parse('fabric=unknown').choices.get('fabric')).toEqual(['unknown']);
    expect(parse('min-node-gbit=unknown').bounds.get('min-node-gbit')).toEqual({ limit: null, orUnknown: true });
    expect(parse('max-price=3&max-price=unknown').bounds.get('max-price')).toEqual({ limit: 3, orUnknown: true });
    expect(parse('nodes=unknown').askUnknown).toEqual(['nodes']);
  });

  it('reads a bandwidth in Gbit/s or Tbit/s and refuses bytes', () => {
    expect(parse('min-node-gbit=3.2Tbit/s').bounds.get('min-node-gbit')?.limit).toBe(3_200);
    expect(parse('min-gpu-gbit=400 gbit/s').bounds.get('min-gpu-gbit')?.limit).toBe(400);
    expect(refusal('min-node-gbit=400GB/s').code).toBe('query/unknown-unit');
    expect(refusal('min-node-gbit=lots').code).toBe('query/not-a-number');
    expect(refusal('min-node-gbit=-1').code).toBe('query/not-a-number');
  });

  it('takes the widest of several bounds of one key, since repeating means or', () => {
    expect(parse('min-node-gbit=3200&min-node-gbit=1600').bounds.get('min-node-gbit')?.limit).toBe(1_600);
    expect(parse('max-price=3&max-price=5').bounds.get('max-price')?.limit).toBe(5);
  });

  it('names the nearest valid word when it refuses one', () => {
    expect(refusal('fabrik=infiniband').params).toMatchObject({ given: 'fabrik', nearest: 'fabric' });
    expect(refusal('fabric=infinband').params).toMatchObject({ key: 'fabric', nearest: 'infiniband' });
    expect(refusal('provider=corewave').params).toMatchObject({ nearest: 'coreweave' });
    expect(refusal('sort=prize').params).toMatchObject({ key: 'sort', nearest: 'price' });
  });

  it('reads other spellings of a GPU, and a country that nobody offers as a valid question', () => {
    expect(parse('gpu=H100 SXM').choices.get('gpu')).toEqual(['nvidia-h100-sxm5-80gb']);
    expect(parse('region=BR').choices.get('region')).toEqual(['br']);
    expect(parse('region=uk').choices.get('region')).toEqual(['gb']);
    expect(refusal('region=atlantis').code).toBe('query/unknown-value');
  });

  it('refuses dates that are none or past, durations that are none, and currencies without a rate', () => {
    expect(refusal('start=2026-02-30').code).toBe('query/not-a-date');
    expect(refusal('start=2026-11-29').code).toBe('query/date-in-the-past');
    expect(parse('start=2026-11-30&term=30d').ask).toEqual({ nodes: null, start: '2026-11-30', termHours: 720 });
    expect(refusal('term=soon').code).toBe('query/not-a-duration');
    expect(refusal('currency=EUR').code).toBe('query/no-rate-on-file');
    expect(parse('currency=usd').page).toBe(1);
  });

  it('refuses pages, limits and node counts that are not whole or out of range', () => {
    for (const bad of ['page=0', 'page=1.5', 'limit=0', 'limit=501', 'nodes=0', 'nodes=1e9', 'page=x'])
      expect(refusal(bad).code).toBe('query/not-a-number');
  });

  it('refuses input of any length and number, and keys of the prototype', () => {
    expect(refusal(`q=${'x'.repeat(201)}`).code).toBe('query/too-long');
    expect(refusal('fabric=roce&'.repeat(101)).code).toBe('query/too-many-values');
    for (const key of ['__proto__', 'constructor', 'toString', '']) expect(refusal(`${key}=x`).code).toBe('query/unknown-filter');
  });

  it('has one canonical spelling, which reads back as the same question', () => {
    const part = fc.constantFrom(
      'multi-node=any',
      'multi-node=no',
      'fabric=roce',
      'fabric=infiniband',
      'fabric=unknown',
      'gpu=h100',
      'region=de',
      'rdma=yes',
      'min-node-gbit=1600',
      'min-node-gbit=unknown',
      'max-price=4.5',
      'nodes=16',
      'term=30d',
      'start=2027-01-01',
      'q=hgx',
      'sort=-price',
      'page=2',
      'limit=10',
      'priced=yes',
      'storage=lustre',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (parts, order) => {
        const once = canonical(parts.join('&'));
        expect(canonical(once)).toBe(once);
        const shuffled = parts
          .map((text) => [order.next().value, text] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, text]) => text);
        const scalar = (text: string) => /^(q|sort|page|limit|nodes|term|start)=/.test(text);
        if (new Set(parts.filter(scalar).map((text) => text.split('=')[0])).size === parts.filter(scalar).length)
          expect(canonical(shuffled.join('&'))).toBe(once);
      }),
    );
  });

  it('never fails in another way than by a fault, whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string({ unit: 'binary' })), { maxLength: 20 }), (pairs) => {
        try {
          parseQuery(pairs, words, today);
        } catch (error) {
          expect(error).toBeInstanceOf(Fault);
        }
      }),
    );
  });
});
