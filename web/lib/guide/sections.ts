import type { PlainMessageKey } from '$src/words/words.ts';

/** The parts of the guide in reading order, for its table of contents. The ids are those of the headings. */
export const guideSections = [
  { id: 'multi-node', label: 'guide_section_multi_node' },
  { id: 'interconnect', label: 'guide_section_interconnect' },
  { id: 'efficiency', label: 'guide_section_efficiency' },
  { id: 'possible', label: 'guide_section_possible' },
  { id: 'one-node', label: 'guide_section_one_node' },
  { id: 'six-checks', label: 'guide_section_six_checks' },
  { id: 'capacity', label: 'guide_section_capacity' },
  { id: 'faq', label: 'guide_section_faq' },
] as const satisfies readonly { id: string; label: PlainMessageKey }[];
