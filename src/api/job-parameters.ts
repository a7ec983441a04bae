import { longestValue, measuredKeys, measuredMeanings } from '../answers/job-parameters.ts';
import { jobKinds, jobPrecisions, objectives } from '../plan/job.ts';
import { trainingMethods } from '../workload/flops.ts';
import type { Parameter } from './filter-parameters.ts';

const text = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string', maxLength: longestValue },
});

const word = (name: string, description: string, words: readonly string[], usual: string): Parameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string', enum: [...words], default: usual },
});

/** What a job is made of; filters on offers stand beside it. */
export const jobParameters: readonly Parameter[] = [
  word('kind', 'What kind of job it is; all but training rest on a measurement.', jobKinds, 'training'),
  text('model', 'A model on file by its id, name or an alias; /models lists them. Left out where a config.json is sent along.'),
  text('tokens', 'Tokens to be passed in all: 1e12, 300B. Training is none without them.'),
  word('method', 'How the model is trained.', trainingMethods, 'pretrain'),
  text('sequence', 'Tokens of one sequence.'),
  text('batch-tokens', 'Tokens of one batch: 4M. Rounded up to what replicas divide, by a tenth at most.'),
  word('precision', 'Number format of matrix products, where the GPU has it.', jobPrecisions, 'bf16'),
  text('dataset-bytes', 'Bytes that shared storage holds beside checkpoints.'),
  text('checkpoint-bytes', 'Bytes of one checkpoint, where it is not the usual.'),
  text(
    'deadline',
    'How long the job may take, failures included, or the day by which it has to be done: 30d, 2027-03-01. 90 days unless said.',
  ),
  text('max-nodes', 'Never use more nodes; 1,024 at most.'),
  word('objective', 'What is wanted most.', objectives, 'cost'),
  text('override', 'What is known better, may repeat: provider/slug:price=2.35,node-gbit=3200.'),
  text('what-if', 'Fabric to hold beside: tcp:100, or ethernet:100:0.5 where half of it is taken.'),
  ...measuredKeys.map((key) => text(key, `Of a job that rests on a measurement: ${measuredMeanings[key]}.`)),
];
