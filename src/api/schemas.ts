import { z } from 'zod';
import { changeDocument, changesDocument, dataDocument } from '../answers/data-documents.ts';
import {
  checkDocument,
  compareDocument,
  conflictDocument,
  factDocument,
  gpuDocument,
  offerDocument,
  offersDocument,
  priceDocument,
  providerDocument,
  providersDocument,
  showDocument,
  sourceDocument,
} from '../answers/documents.ts';
import { scalingFitDocument } from '../answers/fit-documents.ts';
import { methodologyDocument } from '../answers/methodology-documents.ts';
import { planDocument } from '../answers/plan-documents.ts';
import { predictDocument, predictionDocument } from '../answers/predict-documents.ts';
import { modelsDocument, sizeDocument } from '../answers/size-documents.ts';

/** RFC 9457, with our own members. `problem.ts` makes them. */
const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  hint: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

const providerAnswer = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  provider: providerDocument,
  offers: z.array(offerDocument),
});

/** The forms of all bodies, by the names that the description gives them. Answers first, then what they are made of. */
export const schemas = {
  OffersAnswer: offersDocument,
  ShowAnswer: showDocument,
  CompareAnswer: compareDocument,
  ProvidersAnswer: providersDocument,
  ProviderAnswer: providerAnswer,
  ChangesAnswer: changesDocument,
  DataAnswer: dataDocument,
  MethodologyAnswer: methodologyDocument,
  SizeAnswer: sizeDocument,
  ModelsAnswer: modelsDocument,
  PredictAnswer: predictDocument,
  Prediction: predictionDocument,
  FitAnswer: scalingFitDocument,
  PlanAnswer: planDocument,
  Offer: offerDocument,
  Provider: providerDocument,
  Price: priceDocument,
  Fact: factDocument,
  Source: sourceDocument,
  Conflict: conflictDocument,
  Check: checkDocument,
  Gpu: gpuDocument,
  Change: changeDocument,
  Problem: problemDocument,
} as const satisfies Record<string, z.ZodType>;

export type DocumentName = keyof typeof schemas;
