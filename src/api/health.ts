import type { CatalogueStore } from '../answers/store.ts';
import { Fault } from '../faults/fault.ts';

const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** `/healthz`: the process answers. Says nothing about the data, so that a machine with bad data is not restarted for ever. */
export function answerHealth(): Response {
  return new Response(JSON.stringify({ status: 'ok' }), { headers });
}

/** `/readyz`: the catalogue is open and holds offers; 503 with the fault's code where it is not, so that no visitor is sent here. */
export function answerReadiness(open: () => CatalogueStore): Response {
  try {
    const { catalogue } = open();
    if (catalogue.offers.length > 0) {
      const body = {
        status: 'ready',
        dataVersion: catalogue.dataVersion,
        contentHash: catalogue.contentHash,
        offers: catalogue.offers.length,
      };
      return new Response(JSON.stringify(body), { headers });
    }
    return new Response(JSON.stringify({ status: 'empty' }), { status: 503, headers });
  } catch (error) {
    const code = error instanceof Fault ? error.code : 'fault/internal';
    return new Response(JSON.stringify({ status: 'unready', code }), { status: 503, headers });
  }
}
