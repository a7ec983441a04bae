import type { PlanDocument } from '$src/answers/plan-documents.ts';
import type { Locale } from '$src/words/locales.ts';
import { wordsIn } from '$src/words/words.ts';
import { sayJob } from './job-words.ts';

/** "The same job: Llama 3 70B, …". */
export const jobTitle = (locale: Locale, job: PlanDocument['job']): string => wordsIn(locale).onjob_sbs_title({ job: sayJob(locale, job) });

/** Plain Ethernet, half of it taken by others: what is held beside unless another fabric is asked for. */
export const usualWhatIf = 'tcp:100:0.5';

/** Fabrics to hold beside that can be chosen; others can be written into the address. */
const offered = {
  [usualWhatIf]: 'onjob_what_if_ethernet',
  'tcp:100': 'onjob_what_if_ethernet_free',
  'roce:400': 'onjob_what_if_roce',
  'infiniband:3200': 'onjob_what_if_infiniband',
} as const;

export interface WhatIfOption {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}

export function whatIfOptions(locale: Locale, given: string | null): readonly WhatIfOption[] {
  const words = wordsIn(locale);
  const chosen = given ?? usualWhatIf;
  const options = Object.entries(offered).map(([value, key]) => ({ value, label: words[key](), isChosen: value === chosen }));
  return options.some(({ isChosen }) => isChosen) ? options : [{ value: chosen, label: chosen, isChosen: true }, ...options];
}
