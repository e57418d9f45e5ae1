import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { arabicTexts, arabicTranslations } from '../../fixture/arabic-edition.ts';
import { likeTagsArticle, rareMarkdown } from '../../fixture/rare-markdown.ts';
import fixture from '../../fixture/small.config.ts';
import { hostsOf, ownTexts, type SitePlan, sitePlans } from '../../model/random-site-plan.ts';
import { editionsOf } from '../configured-site.ts';
import { copyCompiledProject, type Project } from '../runnable-project-copy.ts';
import { article, document, smallTexts, writeTexts } from './small-content.ts';
import { LOOK } from './two-looks.ts';

/** Settings of these sites: the paths of their hosts and texts. */
export const OTHER_SITES = { HOSTS_CONFIG: 'hosts.mjs', CONTENT_DIR: 'texts' };

/** Random brands beside those of the fixture, in languages with translations. */
export const [plan] = fc.sample(sitePlans(['en', 'de', 'es', 'pt']), { seed: 5, numRuns: 1 }) as [SitePlan];
const right = {
  name: "O'Right & Co.",
  email: 'hello@right.example',
  look: LOOK,
  securityTxtExpires: '2027-10-31',
  defaultHost: 'right.example',
  hosts: { 'right.example': { languages: ['ar'] } },
};
const hosts = { brands: { ...fixture.brands, right, ...hostsOf(plan).brands } };
/** Editions of the fixture, of a brand in Arabic and of the random brands. */
export const otherEditions = editionsOf(hosts);

/** A project with these hosts and their texts. */
export function makeOtherSites(): Project {
  const project = copyCompiledProject();
  const articles = Array.from({ length: 12 }, (_, index) => [
    `blog/shared/de/a${index + 1}.md`,
    article(`Artikel ${index + 1}`, 'Text.', `2026-01-${String(index + 1).padStart(2, '0')}`),
  ]);
  writeTexts(join(project.dir, 'texts'), {
    ...smallTexts(['en', 'de', 'es', 'pt']),
    ...ownTexts(plan),
    ...Object.fromEntries(articles),
    'documents/plain/de/home.md': document('Text der Marke {brand}.'),
    'documents/own.example/de/rules.md': smallTexts(['de'])['documents/shared/de/rules.md']!.replace(
      'Rule.',
      'Own rule.',
    ),
    'blog/own.example/de/a1.md': article('Eigener Artikel', 'Eigener Text auf {domain}.'),
    'blog/plain/de/a2.md': article('Artikel der Marke', 'Text.'),
    'blog/right/ar/rare.md': article('Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', rareMarkdown),
    ...arabicTexts,
    'blog/plain/es/tags.md': likeTagsArticle,
  });
  const words = join(project.dir, 'public/assets/i18n');
  writeFileSync(join(words, 'ar.json'), arabicTranslations(readFileSync(join(words, 'en.json'), 'utf8')));
  writeFileSync(join(project.dir, 'hosts.mjs'), `export default ${JSON.stringify(hosts)};`);
  return project;
}
