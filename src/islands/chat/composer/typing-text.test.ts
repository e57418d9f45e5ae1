import { expect, test } from 'vitest';

import { lightTranslator, type Tree } from '../../../site/i18n/light-translator.ts';
import { readTranslationFile } from '../../../site/i18n/translation-file.ts';
import { SiteFolder } from '../../../site/site-folder.ts';
import { typingText } from './typing-text.ts';

const t = lightTranslator(
  JSON.parse(readTranslationFile(new SiteFolder({ root: '.', contentDir: 'src/content' }), 'en')) as Tree,
  'en',
);
const people = ['Anna', 'Ben', 'Theo', 'Zoë'].map((name) => ({ id: name, name }));

test('up to three people who are typing are named', () => {
  expect([0, 1, 2, 3, 4].map((count) => typingText(people.slice(0, count), 'en', t))).toEqual([
    '',
    'Anna is typing …',
    'Anna and Ben are typing …',
    'Anna, Ben, and Theo are typing …',
    'Several people are typing …',
  ]);
});
