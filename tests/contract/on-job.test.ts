import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { createApi } from '../../src/api/app.ts';
import { schemas } from '../../src/api/schemas.ts';
import { createTwins } from '../../src/api/twins.ts';
import { dayOf, openTestStore } from './catalogue.ts';

const store = openTestStore();
const today = dayOf(store);
const twins = createTwins(store, () => today);
const api = createApi(store, () => today);
const job = 'model=llama-3-70b&tokens=1e12&deadline=60d&fabric=infiniband';
const ask = async (path: string) => (await api.request(`/api/v1${path}`)).json();
const offersOf = async (query: string) => schemas.OffersAnswer.parse(await ask(`/offers?${query}`));

describe('offers that are seen through a job', () => {
  test('have the answer of plan beside them, word for word, and stand in its order', async () => {
    const { offers, query, throughJob, total } = await offersOf(job);
    expect(throughJob).toEqual(await ask(`/plan?${job}`));
    expect(offers.map(({ id }) => id)).toEqual(throughJob?.ranked.map(({ offer }) => offer));
    expect(total).toBe(offers.length);
    expect(query).toBe(throughJob?.query);
  });

  test.each(['/offers', '/compare'])('%s is one answer as twin and interface', async (path) => {
    const query = path === '/offers' ? `${job}&sort=-efficiency` : 'model=llama-3-70b&tokens=1e12&offer=crusoe/h200-141gb-sxm-ib-8x';
    const [twin, its] = await Promise.all([twins.request(`${path}.json?${query}`), api.request(`/api/v1${path}?${query}`)]);
    expect(twin.status).toBe(200);
    expect(await twin.text()).toBe(await its.text());
  });

  test('are sorted by what only a job gives them, and by nothing else', async () => {
    const { offers, throughJob } = await offersOf(`${job}&sort=hours`);
    const hours = new Map(throughJob?.ranked.map(({ offer, forecast }) => [offer, forecast.hours]));
    const shown = offers.map(({ id }) => hours.get(id) ?? Number.NaN);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect((await api.request(`/api/v1/offers?${job}&sort=topology`)).status).toBe(400);
    expect((await api.request('/api/v1/offers?sort=fare')).status).toBe(400);
  });

  test('stand in the table of values in the same order', async () => {
    const { offers } = await offersOf(`${job}&sort=-sticker`);
    const rows = parse(await (await twins.request(`/offers.csv?${job}&sort=-sticker`)).text(), { columns: true }) as { id: string }[];
    expect(rows.map(({ id }) => id)).toEqual(offers.map(({ id }) => id));
  });

  test('are refused with a job that makes no sense, and are without one where its fields are empty', async () => {
    expect(await ask('/offers?tokens=1e12')).toMatchObject({ status: 400, code: 'job/model-not-given' });
    expect(await ask('/offers?model=&tokens=')).toMatchObject({ throughJob: null });
  });
});

describe('a comparison on one job', () => {
  const compare = async (offers: readonly string[]) =>
    schemas.CompareAnswer.parse(
      await ask(`/compare?model=llama-3-70b&tokens=1e12&deadline=60d&${offers.map((id) => `offer=${id}`).join('&')}`),
    );

  test('holds even one offer against its own nodes on another fabric', async () => {
    const { throughJob } = await compare(['crusoe/h200-141gb-sxm-ib-8x']);
    expect(throughJob?.curves.map(({ offer }) => offer)).toEqual(['crusoe/h200-141gb-sxm-ib-8x', null]);
    const [own, other] = throughJob?.curves ?? [];
    expect(other?.points.at(-1)?.networkEfficiency).toBeLessThan(own?.points.at(-1)?.networkEfficiency ?? 0);
  });

  test('names a reason for an offer without a price, and draws its curve all the same', async () => {
    const plan = (await offersOf('model=llama-3-70b&tokens=1e12&deadline=60d')).throughJob;
    const quoted = plan?.rejected.find(({ becauseSaid }) => becauseSaid.code === 'rejected-price-by-quote')?.offer ?? '';
    const { throughJob } = await compare([quoted, 'crusoe/h200-141gb-sxm-ib-8x']);
    expect(throughJob?.rejected.map(({ offer }) => offer)).toEqual([quoted]);
    expect(throughJob?.ranked.map(({ offer }) => offer)).toEqual(['crusoe/h200-141gb-sxm-ib-8x']);
  });
});
