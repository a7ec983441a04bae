import adapter from '@sveltejs/adapter-node';

/** @type {import('@sveltejs/kit').Config} */
export default {
  compilerOptions: { runes: true },
  kit: {
    // Bodies are compressed and kept by web/lib/server/page-cache.ts; precompress covers the style sheets.
    adapter: adapter({ out: 'dist/web', precompress: true }),
    alias: { $src: 'src' },
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
