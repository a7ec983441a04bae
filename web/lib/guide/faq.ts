import type { PlainMessageKey } from '$src/words/words.ts';

/** One frequent question. The answer is plain text: it also goes into the structured data of the page. */
export interface Question {
  /** Fragment of its address on the start page. */
  readonly id: string;
  readonly question: PlainMessageKey;
  readonly answer: PlainMessageKey;
  /** Where the reader can answer it for a job of their own; a path without language. */
  readonly href: string;
  readonly link: PlainMessageKey;
}

export const questions = [
  {
    id: 'faq-when',
    question: 'faq_1_question',
    answer: 'faq_1_answer',
    href: '/offers?multi-node=any&gpu=b200&gpu=b300&gpu=h200&gpu=mi300x',
    link: 'faq_1_link',
  },
  { id: 'faq-faster', question: 'faq_2_question', answer: 'faq_2_answer', href: '/offers?sort=-gpu-gbit', link: 'faq_2_link' },
  {
    id: 'faq-fabric',
    question: 'faq_3_question',
    answer: 'faq_3_answer',
    href: '/offers?fabric=infiniband&fabric=roce&fabric=efa&min-gpu-gbit=200',
    link: 'faq_3_link',
  },
  { id: 'faq-on-demand', question: 'faq_4_question', answer: 'faq_4_answer', href: '/offers?provisioning=on-demand', link: 'faq_4_link' },
  { id: 'faq-yes', question: 'faq_5_question', answer: 'faq_5_answer', href: '/providers', link: 'faq_5_link' },
  { id: 'faq-not-published', question: 'faq_6_question', answer: 'faq_6_answer', href: '/offers?gpudirect=unknown', link: 'faq_6_link' },
  { id: 'faq-two-prices', question: 'faq_7_question', answer: 'faq_7_answer', href: '/offers?priced=yes', link: 'faq_7_link' },
  { id: 'faq-efa', question: 'faq_8_question', answer: 'faq_8_answer', href: '/offers?fabric=efa', link: 'faq_8_link' },
  {
    id: 'faq-gpu-count',
    question: 'faq_9_question',
    answer: 'faq_9_answer',
    href: '/offers?rdma=yes&topology=non-blocking',
    link: 'faq_9_link',
  },
  { id: 'faq-ask', question: 'faq_10_question', answer: 'faq_10_answer', href: '/offers', link: 'faq_10_link' },
] as const satisfies readonly Question[];
