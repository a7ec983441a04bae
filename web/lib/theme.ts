/** Colours that the reader chose; without a choice the system decides. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = 'theme';

export function isTheme(text: string | null | undefined): text is Theme {
  return text === 'light' || text === 'dark';
}
