import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { SiteFolder } from '../site-folder.ts';
import { mailColorsOf } from './mail-colors.ts';

const folder = new SiteFolder({ root: '.', contentDir: 'src/content' });

test.each(readdirSync('src/themes/looks'))('reads the mail colours of the look %s', (look) => {
  expect(mailColorsOf(folder, look).accent).toMatch(/^#[\da-f]{6}$/);
});

test('names the file and its content if a look has no mail colours', () => {
  expect(() => mailColorsOf(folder, 'none')).toThrow(
    'src/themes/looks/none/mail.json has no colours of mails. Write { "accent": "#rrggbb" }.',
  );
});
