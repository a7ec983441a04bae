import { expect, test } from 'vitest';
import { missingMessageFiles } from './words.mjs';

test('a message file that one language lacks is named', () => {
  const settings = {
    locales: ['en', 'de', 'zh'],
    'plugin.inlang.messageFormat': { pathPattern: ['./messages/pages/{locale}.json', './messages/guide/{locale}.json'] },
  };
  const there = ['pages/en', 'pages/de', 'pages/zh', 'guide/en', 'guide/zh'].map((name) => `./messages/${name}.json`);
  expect(missingMessageFiles(settings, (file) => there.includes(file))).toEqual(['./messages/guide/de.json']);
});
