import { problemCodes } from '$src/api/problem.ts';
import type { FaultCode } from '$src/faults/fault.ts';
import { sayFault } from '$src/words/faults.ts';
import type { Locale } from '$src/words/locales.ts';
import { type PlainlyWorded, type PlainMessageKey, type SnakeCase, wordsIn } from '$src/words/words.ts';

type TitleKey<Code extends FaultCode = FaultCode> = Code extends `${infer Room}/${infer Name}`
  ? `problems_${SnakeCase<Room>}_${SnakeCase<Name>}`
  : never;
/** The titles of all kinds of problems. A kind without one does not compile. */
export type ProblemTitle = PlainlyWorded<TitleKey>;

export interface ProblemWords {
  readonly title: string;
  /** What to do about it. */
  readonly hint: string;
}

/** The code that a `type` address of the interface names, null where it names none. */
export function readProblemCode(room: string, name: string): FaultCode | null {
  return problemCodes.find((code) => code === `${room}/${name}`) ?? null;
}

/**
 * A kind of problem, apart from any case of it. Hints that speak of the values of a case have a wording of their own
 * here, which points to the answer instead.
 */
export function sayProblem(locale: Locale, code: FaultCode): ProblemWords {
  const words = wordsIn(locale);
  const stem = code.replaceAll(/[/-]/g, '_');
  const own = `problems_hint_${stem}`;
  return {
    title: words[`problems_${stem}` as ProblemTitle](),
    hint: own in words ? words[own as PlainMessageKey]() : sayFault(locale, { code, params: {} }).hint,
  };
}
