import adapter from '@sveltejs/adapter-node';

/**
 * Warnings that do not hold for pages drawn once on the server: props never change under them, a table that becomes
 * tickets on a phone loses its meaning unless its roles are written out, and what scrolls must be within the keyboard's reach.
 */
const notHere = new Set(['state_referenced_locally', 'a11y_no_redundant_roles', 'a11y_no_noninteractive_tabindex']);

/** @type {import('@sveltejs/kit').Config} */
export default {
  compilerOptions: { runes: true, warningFilter: ({ code }) => !notHere.has(code) },
  kit: {
    // Bodies are compressed and kept by web/lib/server/page-cache.ts; precompress covers the style sheets.
    adapter: adapter({ out: 'dist/web', precompress: true }),
    alias: { $src: 'src' },
    // Nothing here knows who asks: no cookie, no session, nothing that a forged request could use. Without this, a question sent
    // by a program that names no JSON media type would be taken for a forged form.
    csrf: { trustedOrigins: ['*'] },
    // Style sheets stay files: the content security policy allows no inline style.
    inlineStyleThreshold: 0,
    files: {
      assets: 'web/static',
      lib: 'web/lib',
      params: 'web/params',
      routes: 'web/routes',
      appTemplate: 'web/app.html',
      errorTemplate: 'web/error.html',
      hooks: { server: 'web/hooks.server.ts', universal: 'web/hooks.ts' },
    },
  },
};
