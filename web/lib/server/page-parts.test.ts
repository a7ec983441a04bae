import { describe, expect, it } from 'vitest';
import { PageParts } from './page-parts.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (page: Uint8Array): string => new TextDecoder().decode(page);

describe('parts of a page', () => {
  it('stand where their marks were printed, in the order of the page', () => {
    const parts = new PageParts();
    const first = parts.add([bytes('<tr>1</tr>'), bytes('<tr>二</tr>')]);
    const second = parts.add([bytes('end')]);
    expect(text(parts.assemble(`<main>${second}<table>${first}</table></main>`))).toBe(
      '<main>end<table><tr>1</tr><tr>二</tr></table></main>',
    );
  });

  it('leave a page without marks as it is', () => {
    expect(text(new PageParts().assemble('<p>无</p>'))).toBe('<p>无</p>');
  });
});
