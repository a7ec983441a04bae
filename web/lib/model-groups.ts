/** The models on file in the order of a list to choose from: under who made them, small ones first. */

export interface ModelName {
  readonly id: string;
  readonly name: string;
}

export interface ModelGroup {
  /** Who made them; null for those of makers with few. */
  readonly label: string | null;
  readonly models: readonly ModelName[];
}

/** Makers, by how the ids of their models begin. */
const makers: readonly (readonly [string, RegExp])[] = [
  ['Meta', /^(?:llama|codellama|opt)-/],
  ['Qwen', /^qwen/],
  ['DeepSeek', /^deepseek/],
  ['Mistral AI', /^mi[sx]tral/],
  ['Google', /^(?:gemma|t5|bert|vit)-/],
  ['NVIDIA', /^(?:nemotron|mt-nlg)/],
  ['OpenAI', /^(?:gpt-oss|gpt-3|gpt2|whisper)/],
  ['MosaicML', /^(?:mpt|llm-foundry)-/],
];

const byName = new Intl.Collator('en', { numeric: true });

export function groupModels(models: readonly ModelName[]): readonly ModelGroup[] {
  const sorted = [...models].sort((a, b) => byName.compare(a.name, b.name));
  const makerOf = (id: string): string | null => makers.find(([, shape]) => shape.test(id))?.[0] ?? null;
  return [...makers.map(([label]) => label), null]
    .map((label) => ({ label, models: sorted.filter(({ id }) => makerOf(id) === label) }))
    .filter((group) => group.models.length > 0);
}
