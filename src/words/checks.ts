import type { CheckRuleId } from '../catalogue/checks/judge.ts';
import type { Said, SaidParams } from '../catalogue/checks/rule.ts';
import type { ObtainableRuleId } from '../catalogue/obtainability.ts';
import { isSourceDate } from '../units/date.ts';
import { isCurrency, isDecimalText } from '../units/money.ts';
import { formatDate, formatList, formatMoney, formatWithUnit } from './format.ts';
import type { Locale } from './locales.ts';
import { sayGpus, sayHours, sayNodes } from './phrases.ts';
import { type SaidField, say, sayField, type Vocabulary, type WordKind } from './vocabulary.ts';
import { type SnakeCase, type Worded, wordsIn } from './words.ts';

type Stem<Id extends string> = Id extends `${infer Table}/${infer Name}` ? `${Table}_${SnakeCase<Name>}` : never;
/** The messages of all rules. A rule without words does not compile. */
export type RuleMessage = Worded<`check_${Stem<CheckRuleId>}_${'because' | 'ask'}` | `${Stem<ObtainableRuleId>}_because`>;

type Value = SaidParams[string];
type Wording = (locale: Locale, value: Value) => string;

const asText = (value: Value): string => String(value);
const asNumber = (value: Value): number => Number(value);
const asTexts = (value: Value): readonly string[] => (Array.isArray(value) ? value : [asText(value)]);

/** A word of a closed list. The rules fill in only values of their own lists, which the type of a rule's values no longer shows. */
const wordOf = <K extends WordKind>(locale: Locale, kind: K, value: string): string => say(locale, kind, value as Vocabulary[K]);

const oneOf =
  (kind: WordKind): Wording =>
  (locale, value) =>
    wordOf(locale, kind, asText(value));
const listOf =
  (kind: WordKind): Wording =>
  (locale, value) =>
    formatList(
      locale,
      asTexts(value).map((word) => wordOf(locale, kind, word)),
    );
const rate: Wording = (locale, value) => formatWithUnit(locale, asNumber(value), 'Gbit/s');
const nodes: Wording = (locale, value) => sayNodes(locale, asNumber(value));
const days: Wording = (locale, value) => wordsIn(locale).unit_days({ count: asNumber(value) });
const hours: Wording = (locale, value) => sayHours(locale, asNumber(value));
const date: Wording = (locale, value) => {
  const text = asText(value);
  return isSourceDate(text) ? formatDate(locale, text, 'text') : text;
};
const asWritten: Wording = (_, value) => asText(value);

/** What each value of a rule is called in the messages, and how it is put into words. */
const wordings: Readonly<Record<string, readonly [input: string, wording: Wording]>> = {
  nodes: ['nodes', nodes],
  mostNodes: ['most', nodes],
  leastNodes: ['least', nodes],
  domainGpus: ['domain', (locale, value) => sayGpus(locale, asNumber(value))],
  nodeGbit: ['node_rate', rate],
  gpuGbit: ['gpu_rate', rate],
  leadDays: ['lead', days],
  days: ['days', days],
  termHours: ['term', hours],
  jobHours: ['job', hours],
  start: ['start', date],
  date: ['date', date],
  fabrics: ['fabrics', listOf('fabric')],
  systems: ['systems', listOf('orchestration')],
  ways: ['ways', listOf('provisioning')],
  gates: ['gates', listOf('gate')],
  locality: ['locality', oneOf('locality')],
  reason: ['reason', oneOf('multiNodeReason')],
  model: ['model', oneOf('priceModel')],
  unit: ['unit', oneOf('billingUnit')],
  fields: [
    'fields',
    (locale, value) =>
      formatList(
        locale,
        asTexts(value).map((field) => sayField(locale, field as SaidField).label),
      ),
  ],
  names: ['names', (locale, value) => formatList(locale, asTexts(value))],
  name: ['name', asWritten],
  figure: ['figure', asWritten],
  ratio: ['ratio', asWritten],
};

/** The values of a sentence in words, with what stands for those that were not asked or not published. */
function inputsOf(locale: Locale, params: SaidParams): Record<string, string> {
  const words = wordsIn(locale);
  const inputs: Record<string, string> = {
    nodes: words.check_nodes_of_a_job(),
    reason: words.check_reason_unsaid(),
    fabrics: words.check_fabrics_unsaid(),
    term: words.check_term_unsaid(),
  };
  for (const [name, value] of Object.entries(params)) {
    const [input, wording] = wordings[name] ?? [];
    if (input !== undefined && wording !== undefined) inputs[input] = wording(locale, value);
  }
  const { amount, currency } = params;
  if (typeof amount === 'string' && typeof currency === 'string' && isDecimalText(amount) && isCurrency(currency)) {
    inputs['price'] = formatMoney(locale, { amount, currency });
  }
  return inputs;
}

/** A sentence may begin with a word of a list ("on demand"). Names keep their first letter: eRDMA. */
const asSentence = (text: string): string => text.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());

function speak(locale: Locale, key: string, params: SaidParams): string {
  const words = wordsIn(locale) as unknown as Readonly<Record<string, (inputs: Readonly<Record<string, string>>) => string>>;
  const message = words[key];
  return message === undefined ? key : asSentence(message(inputsOf(locale, params)));
}

const stemOf = (code: string): string => code.replaceAll(/[/-]/g, '_');

/** Why a check came out as it did, in one or two short sentences. */
export function sayBecause(locale: Locale, judged: Said | { readonly because: Said }): string {
  const said = 'because' in judged ? judged.because : judged;
  return speak(locale, `check_${stemOf(said.code)}_because`, said.params);
}

/** The question that a check leaves open, worded so that it can be sent to the provider as it is. */
export function sayAsk(locale: Locale, judged: Said | { readonly ask: Said }): string {
  const said = 'ask' in judged ? judged.ask : judged;
  return speak(locale, `check_${stemOf(said.code)}_ask`, said.params);
}

/** Why nodes can be had, perhaps, or only by asking. */
export function sayObtainable(locale: Locale, judged: Said | { readonly because: Said }): string {
  const said = 'because' in judged ? judged.because : judged;
  return speak(locale, `${stemOf(said.code)}_because`, said.params);
}
