import { describe, expect, it } from 'vitest';
import { gpusOnFile } from '../../tests/setup/forecast-on-file.ts';
import { anOfferedGpu, aSilentOffer } from '../catalogue/fixtures/an-offer.ts';
import type { Offer } from '../catalogue/offer.ts';
import type { fabrics } from '../catalogue/vocabulary.ts';
import { aClass, aCluster } from './fixtures/a-job.ts';
import { hardwareClassOf } from './hardware-class.ts';

const classOf = (offer: Offer) => aClass(offer, gpusOnFile);

describe('the hardware of an offer', () => {
  it('is one class for offers that differ in price and terms alone', () => {
    const a = classOf(aCluster({ slug: 'a', billingUnit: 'second' }));
    const b = classOf(aCluster({ slug: 'b', prices: [], maxNodes: 4, provisioning: ['quote'] }));
    expect(a.key).toBe(b.key);
  });

  it.each<[string, Parameters<typeof aCluster>[0]]>([
    ['the GPU', { gpu: 'nvidia-h200-sxm5-141gb' }],
    ['the GPUs of a node', { gpusPerNode: 4 }],
    ['the domain of fast links', { nvlinkDomainGpus: 4 }],
    ['the fabric', { fabric: 'roce' }],
    ['the bandwidth', { nodeBandwidthGbitPerS: 1_600 }],
    ['GPUDirect', { gpudirectRdma: 'no' }],
    ['oversubscription', { oversubscription: '2:1' }],
  ])('is another class where %s differs', (_, about) => {
    expect(classOf(aCluster(about)).key).not.toBe(classOf(aCluster()).key);
  });

  it('has nothing unknown where everything is published, and is then its own worst', () => {
    const { unknown, facts, worstFacts } = classOf(aCluster());
    expect(unknown).toEqual([]);
    expect(worstFacts).toEqual(facts);
  });

  it('takes a family without a form as the board with links of its own, not as cards joined by a bridge', () => {
    const family = { ...anOfferedGpu('h100'), candidates: ['nvidia-h100-pcie-80gb', 'nvidia-h100-sxm5-80gb'] };
    const { gpu, unknown } = classOf(aCluster({ gpu: 'h100', gpus: [family] }));
    expect([gpu.id, unknown]).toEqual(['nvidia-h100-sxm5-80gb', ['gpu-form']]);
    const cards = { ...family, candidates: ['nvidia-h100-pcie-80gb'] };
    expect(classOf(aCluster({ gpu: 'h100', gpus: [cards] })).gpu.id).toBe('nvidia-h100-pcie-80gb');
  });

  it('is that of the GPU that the price is for', () => {
    const gpus = ['nvidia-h100-sxm5-80gb', 'nvidia-h200-sxm5-141gb'].map((name) => anOfferedGpu(name));
    const named = hardwareClassOf(aCluster({ gpus }), gpusOnFile, 'nvidia-h200-sxm5-141gb');
    expect(typeof named === 'string' ? named : named.gpu.id).toBe('nvidia-h200-sxm5-141gb');
  });

  it('reads a non-blocking network as one that is not shared, and a ratio before the word', () => {
    expect(classOf(aCluster({ oversubscription: null, topology: 'non-blocking' })).facts.oversubscription).toBe(1);
    expect(classOf(aCluster({ oversubscription: '3:1', topology: 'non-blocking' })).facts.oversubscription).toBe(3);
    expect(classOf(aCluster({ oversubscription: null, topology: 'oversubscribed' })).unknown).toEqual(['oversubscription']);
  });

  it('stands for an offer of several fabrics by the first that is named', () => {
    const several = (fabricOptions: ('roce' | 'infiniband' | 'multiple')[]) =>
      classOf(aCluster({ fabric: 'multiple', fabricOptions })).facts.transport;
    expect([several(['roce', 'infiniband']), several(['multiple'])]).toEqual(['roce', null]);
  });

  it('asks whether GPUs reach the network directly only where the fabric leaves it open', () => {
    const unknownOf = (fabric: (typeof fabrics)[number]) => classOf(aCluster({ fabric, gpudirectRdma: null })).unknown;
    for (const fabric of ['infiniband', 'roce', 'efa', 'erdma'] as const) expect(unknownOf(fabric), fabric).toEqual(['gpudirect']);
    for (const fabric of ['ethernet', 'gpudirect-tcpx', 'gpudirect-tcpxo'] as const) expect(unknownOf(fabric), fabric).toEqual([]);
    expect(unknownOf('other')).toEqual(['fabric', 'gpudirect']);
  });

  it('is taken to be the usual node where the size is not published: eight GPUs, or a tray of a rack-wide domain', () => {
    const sizeOf = (gpu: string) => classOf(aSilentOffer({ gpu })).facts.gpusPerNode;
    expect([sizeOf('nvidia-h100-sxm5-80gb'), sizeOf('nvidia-gb200-nvl72-186gb')]).toEqual([8, 4]);
  });

  it('is worst where nothing is known: a quarter of the usual rate, shared by two, through host memory', () => {
    const { worstFacts } = classOf(aSilentOffer({ gpu: 'nvidia-h100-sxm5-80gb' }));
    expect(worstFacts).toMatchObject({ congestionShare: 0.25, oversubscription: 2, gpudirect: 'no' });
  });
});
