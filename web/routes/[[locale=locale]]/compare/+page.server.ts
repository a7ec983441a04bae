import { usualWhatIf } from '$lib/compare-job.ts';
import { DrawnHere } from '$lib/drawn-here.ts';
import { jobParametersOf } from '$lib/job-form.ts';
import { answered } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerCompareOnJob } from '$src/answers/compare-on-job.ts';
import { readWhatIf } from '$src/answers/predict.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ url }) => {
  const ids = url.searchParams.getAll('offer').filter((id) => id !== '');
  const job = jobParametersOf(url.searchParams);
  const whatIf = job.find(([key]) => key === 'what-if')?.[1] ?? null;
  return {
    shown: new DrawnHere({
      document: ids.length === 0 ? null : answered(() => answerCompareOnJob(catalogueStore(), ids, job, today())),
      onlyDifferences: url.searchParams.get('only') === 'differences',
      job,
      whatIf,
      shareLeft: job.length === 0 ? null : answered(() => readWhatIf(whatIf ?? usualWhatIf).congestionShare ?? null),
    }),
  };
};
