import { existsSync, globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Quotation marks that a language does not use. Russian has others inside its own. */
const FOREIGN = {
  en: /[“”„«»]/g,
  de: /[‘”«»]/g,
  es: /[“”„]/g,
  fr: /[“”„]/g,
  pl: /[“«»]/g,
  pt: /[„«»]/g,
  ru: /[‘’”]/g,
  uk: /[“”„]/g,
};

const shipped = Object.entries(FOREIGN).filter(([lang]) => existsSync(`public/assets/i18n/${lang}.json`));

test.each(shipped)('texts in %s have one kind of quotation marks', (lang, foreign) => {
  const files = globSync([`src/content/*/*/${lang}/*.md`, `public/assets/i18n/${lang}.json`]);
  expect(files.length).toBeGreaterThan(1);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.match(foreign) ?? []).map((mark) => `${file}:${index + 1}  ${mark}`)),
  );
  expect(found).toEqual([]);
});
