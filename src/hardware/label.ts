/** What a label of a GPU says, told apart: "8x NVIDIA A100-SXM4-80GB" is the model a100, SXM, 80 GB. */
export interface GpuLabel {
  /** All letters and digits, lower case, without what separates them. */
  readonly literal: string;
  /** The model alone: without vendor, count, memory and form. Empty where nothing else is said. */
  readonly model: string;
  /** As labelled, whether GB or GiB was meant. */
  readonly memoryGB: number | null;
  readonly memoryType: string | null;
  /** Forms named: `sxm`, `pcie`, `nvl`, `nvl72`, `oam`. */
  readonly forms: readonly string[];
}

/** No vendor, feed or log has a longer one; anything longer is not looked at. */
const longestLabel = 120;

/** Words that tell nothing about which GPU it is. `nvlink` is among them: PCIe cards with bridges carry it too. */
const emptyWords = new Set(
  'nvidia amd intel huawei tesla geforce instinct gpu gpus npu card graphics tensor core accelerator generation edition baremetal nvlink ib'.split(
    ' ',
  ),
);
const memoryUnits = new Set(['g', 'gb', 'gib']);

/**
 * Takes a label apart. Upper and lower case, full-width letters and the kind of separator do not matter. Letters of
 * other scripts stay part of their word, so that a look-alike is not taken for the real name. Null for an empty or
 * over-long label.
 */
export function readGpuLabel(label: string): GpuLabel | null {
  if (label.length > longestLabel) return null;
  const words =
    label
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('×', 'x')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return null;
  const model: string[] = [];
  const forms: string[] = [];
  let memoryGB: number | null = null;
  let memoryType: string | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = withoutCount(words[at] ?? '');
    const next = words[at + 1] ?? '';
    if (/^\d{1,4}$/.test(word) && next === 'x') at += 1;
    else if (word === 'x' && /^\d{1,4}$/.test(next)) at += 1;
    else if (/^\d{1,4}$/.test(word) && memoryUnits.has(next)) {
      memoryGB ??= Number(word);
      at += 1;
    } else if (/^\d{1,4}(?:g|gb|gib)$/.test(word)) memoryGB ??= Number.parseInt(word, 10);
    else if (/^\d{4,7}mi?b$/.test(word)) memoryGB ??= Number.parseInt(word, 10) / 1_024;
    else if (/^(?:hbm\d|gddr\d)[ex]?$/.test(word)) memoryType = word;
    else if (formOf(word) !== null) forms.push(formOf(word) ?? '');
    else if (word !== '' && !emptyWords.has(word)) model.push(withoutForm(word, forms));
  }
  return { literal: words.join(''), model: model.join(''), memoryGB, memoryType, forms: mostTelling(forms) };
}

/** "8x" → "", "8xh100" → "h100", "h100x8" → "h100". */
function withoutCount(word: string): string {
  if (/^(?:\d{1,4}x|x\d{1,4})$/.test(word)) return '';
  return word.replace(/^\d{1,4}x(?=[a-z])/, '').replace(/^([a-z]{1,4}\d{1,4}[a-z]{0,3})x\d{1,3}$/, '$1');
}

function formOf(word: string): string | null {
  if (/^(?:sxm\d?|hgx|dgx)$/.test(word)) return 'sxm';
  return /^(?:pcie|oam|nvl\d{0,3})$/.test(word) ? word : null;
}

/** "h100nvl" → "h100", with its form noted. */
function withoutForm(word: string, forms: string[]): string {
  const parts = /^([a-z]{1,4}\d{1,4})(sxm\d?|pcie|nvl)$/.exec(word);
  if (parts?.[1] === undefined) return word;
  forms.push(formOf(parts[2] ?? '') ?? '');
  return parts[1];
}

/** NVL cards are PCIe cards too: where a label names both, NVL is what tells. */
function mostTelling(forms: readonly string[]): readonly string[] {
  const named = [...new Set(forms)];
  return named.some((form) => form.startsWith('nvl')) ? named.filter((form) => form !== 'pcie') : named;
}
