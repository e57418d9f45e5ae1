import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openSite, readSiteOptions } from '../../../src/site/open-site.ts';
import { addBrand, addLanguage, brandOf, brandText } from './hosts-file.ts';

const amber = brandOf('Amber', 'hello@amber.example', 'amber', 'amber.example', 'en');
const jade = brandOf('Jade', 'hello@jade.example', 'jade', 'jade.example', 'en');
const text = brandText('amber', amber);

function siteWith(hosts: string) {
  const root = mkdtempSync(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'hosts.config.ts'), hosts);
  return readSiteOptions({ SITE: root });
}

test.each([
  ['as new-site writes it', `export default {\n  brands: {\n${text}  },\n};\n`],
  ['without commas at the ends', `export default { brands: { ${text.trim().replace(/,$/, '')} } }`],
  [
    'in a call, with comments',
    `const define = (hosts) => hosts;\nexport default define({ brands: {\n${text} // last\n } });`,
  ],
])('a brand and languages join a hosts file %s', async (_, hosts) => {
  const site = siteWith(hosts);
  await addBrand(site, 'jade-2', jade);
  await addLanguage(site, 'de', ['amber.example', 'jade.example']);
  await addLanguage(site, 'pt-BR', ['jade.example']);
  const { editions } = await openSite(site);
  expect(editions.map(({ host, lang, brand }) => `${brand.id} ${host} ${lang}`)).toEqual([
    'amber amber.example en',
    'amber amber.example de',
    'jade-2 jade.example en',
    'jade-2 jade.example de',
    'jade-2 jade.example pt-BR',
  ]);
});

test.each([
  ['has a brand amber', 'amber', jade],
  ["it's", "it's", jade],
  ['amber.example', 'jade', brandOf('Jade', 'hello@jade.example', 'jade', 'amber.example', 'en')],
])('a hosts file that would be wrong stays as it was: %s', async (message, id, brand) => {
  const hosts = `export default {\n  brands: {\n${text}  },\n};\n`;
  const site = siteWith(hosts);
  await expect(addBrand(site, id, brand)).rejects.toThrow(message);
  expect(readFileSync(site.hostsFile, 'utf8')).toBe(hosts);
});

test('a hosts file that computes its brands is left to its author', async () => {
  const site = siteWith(`const brands = {};\nexport default { brands };`);
  await expect(addBrand(site, 'jade', jade)).rejects.toThrow('because it computes its brands. Add this brand:');
  await expect(addLanguage(site, 'de', ['amber.example'])).rejects.toThrow(
    `Add 'de' to the languages of amber.example`,
  );
});
