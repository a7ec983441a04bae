import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/setup/no-network.ts'];

export default defineConfig({
  resolve: { alias: { $src: `${import.meta.dirname}/src`, $lib: `${import.meta.dirname}/web/lib` } },
  test: {
    // Where a test depends on the time zone or the language of the machine, it is wrong; a fixed odd one shows it.
    env: { TZ: 'Asia/Kathmandu', LC_ALL: 'C.UTF-8' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.mjs', 'tests/house/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        extends: true,
        // Against the built product: the command line, the API and the pages as others meet them.
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], setupFiles, testTimeout: 30_000, hookTimeout: 60_000 },
      },
      {
        extends: true,
        // One browser at a time: two of them on two cores make each other miss their time limits.
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          setupFiles,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
