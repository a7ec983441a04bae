import type { FaultCode, FaultParams } from '../faults/fault.ts';
import type { Locale } from './locales.ts';
import { type MessageInput, type SnakeCase, type Worded, wordsIn } from './words.ts';

type FaultStem<Code extends FaultCode = FaultCode> = Code extends `${infer Room}/${infer Name}`
  ? `fault_${SnakeCase<Room>}_${SnakeCase<Name>}`
  : never;
/** The messages of all faults. A fault without words does not compile. */
export type FaultMessage = Worded<FaultStem | `${FaultStem}_hint`>;

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
