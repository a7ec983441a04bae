import type { FaultCode, FaultParams } from '../faults/fault.ts';
import type { Locale } from './locales.ts';
import { type MessageInput, type MessageKey, wordsIn } from './words.ts';

type Snake<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}_${Snake<Tail>}` : S;
type FaultStem = FaultCode extends infer C
  ? C extends `${infer Room}/${infer Name}`
    ? `fault_${Snake<Room>}_${Snake<Name>}`
    : never
  : never;

type FaultMessage = FaultStem | `${FaultStem}_hint`;
/** A fault without words does not compile. */
export const everyFaultHasWords: [Exclude<FaultMessage, MessageKey>] extends [never] ? true : Exclude<FaultMessage, MessageKey> = true;

export interface FaultWords {
  /** What is wrong, and where. */
  readonly says: string;
  /** What to do about it. */
  readonly hint: string;
}

/** What a fault says in a language. With a `nearest` among its values, the hint asks whether that was meant. */
export function sayFault(locale: Locale, fault: { readonly code: FaultCode; readonly params: FaultParams }): FaultWords {
  const words = wordsIn(locale);
  const speak = words as unknown as Readonly<Record<string, (inputs: Readonly<Record<string, MessageInput>>) => string>>;
  const key = `fault_${fault.code.replaceAll(/[/-]/g, '_')}`;
  const nearest = fault.params['nearest'];
  const asked = nearest === undefined || nearest === '' ? null : words.fault_did_you_mean({ nearest });
  return { says: speak[key]?.(fault.params) ?? fault.code, hint: asked ?? speak[`${key}_hint`]?.(fault.params) ?? '' };
}
