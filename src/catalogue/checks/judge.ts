import type { Day } from '../../units/date.ts';
import type { Offer } from '../offer.ts';
import type { Ask } from '../query.ts';
import type { CheckName } from '../vocabulary.ts';
import { billingRules, seeBilling } from './billing.ts';
import { networkRules, seeNetwork } from './network.ts';
import { orchestrationRules, seeOrchestration } from './orchestration.ts';
import { provisioningRules, seeProvisioning } from './provisioning.ts';
import { type Case, type Decision, decide } from './rule.ts';
import { seeStorage, storageRules } from './storage.ts';
import { seeTopology, topologyRules } from './topology.ts';

/** The published tables of `docs/six-checks.md`, in the order in which they are applied. */
export const checkRules = {
  network: networkRules,
  topology: topologyRules,
  orchestration: orchestrationRules,
  provisioning: provisioningRules,
  billing: billingRules,
  storage: storageRules,
} as const;

/** Stable code of a rule, such as `network/rdma`. */
export type CheckRuleId = (typeof checkRules)[CheckName][number]['id'];

/** What one check says of an offer: the verdict, the rule that decided, its reason, and the question that it leaves open. */
export type Judgement = Decision;

const judges: { readonly [C in CheckName]: (given: Case) => Judgement } = {
  network: (given) => decide(networkRules, seeNetwork(given)),
  topology: (given) => decide(topologyRules, seeTopology(given)),
  orchestration: (given) => decide(orchestrationRules, seeOrchestration(given)),
  provisioning: (given) => decide(provisioningRules, seeProvisioning(given)),
  billing: (given) => decide(billingRules, seeBilling(given)),
  storage: (given) => decide(storageRules, seeStorage(given)),
};

export type SixChecks = { readonly [C in CheckName]: Judgement };

/** Judges one of the six points, where the others are not needed, as in sorting. */
export function judgeCheck(name: CheckName, offer: Offer, ask: Ask, today: Day): Judgement {
  return judges[name]({ offer, ask, today });
}

/** Judges an offer on six points for what the reader asks. The six are never summed: only the reader knows their weights. */
export function judgeOffer(offer: Offer, ask: Ask, today: Day): SixChecks {
  const given: Case = { offer, ask, today };
  return {
    network: judges.network(given),
    topology: judges.topology(given),
    orchestration: judges.orchestration(given),
    provisioning: judges.provisioning(given),
    billing: judges.billing(given),
    storage: judges.storage(given),
  };
}
