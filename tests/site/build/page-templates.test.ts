import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { renderWithTemplates } from '../../../src/generator/pages/render-with-templates.ts';
import type * as Renderer from '../../../src/generator/renderer/render-page.ts';
import { today } from '../../../src/shared/today.ts';
import { editionAt } from '../../../src/site/editions/editions.ts';
import { openSite } from '../../../src/site/open-site.ts';
import { copyCompiledProject, type Project } from '../../support/runnable-project-copy.ts';
import { renderBothWays } from '../../support/site/programs/render-both-ways.ts';
import { article, document, smallTexts, writeTexts } from '../../support/site/small-content.ts';
import { LOOK, OTHER_LOOK } from '../../support/site/two-looks.ts';

/** Brands that differ in names and looks only, with a host of two languages and a closed host. */
const hosts = (id: string, name: string, look = LOOK): object => ({
  name,
  email: `hello@${id}.example`,
  look,
  securityTxtExpires: '2027-10-31',
  tagManager: { en: `GTM-${id.toUpperCase()}1`, fr: `GTM-${id.toUpperCase()}2` },
  defaultHost: `${id}.example`,
  hosts: {
    [`${id}.example`]: { languages: ['en', 'de'] },
    [`fr.${id}.example`]: { languages: ['fr'] },
    [`closed.${id}.example`]: { languages: ['es'], closed: true },
  },
});

const sections = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];

/** Articles with every character that a page escapes, and with each number of sections. */
const articles = (host: string, lang: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => {
      const title = JSON.stringify(`<b>& &x "{brand}’s" </script> ${'äöü$&'.repeat(index)} \\ '`);
      const body = [
        `Text & <3 on {domain}: [write](mailto:{email}), [rules](/rules?a='1'&b=2#rule-${index + 1}).`,
        ...sections.slice(0, index % 7).map((section) => `## ${section} of "${host}" & {brand}\n\nText.`),
        ...(index % 3 ? [] : ['| a | b |\n| - | :-: |\n| 1 | `<i>` |']),
      ];
      const updated = index % 2 ? '\nupdated: 2026-03-04' : '';
      return [
        `blog/${host}/${lang}/own-${index}.md`,
        article(title + updated, body.join('\n\n'), `2026-02-${String(index + 10)}`),
      ];
    }),
  );

/** A change of the day of the build, of a block with a text in English and French. */
const history = (before: string): string =>
  JSON.stringify([
    {
      day: today(process.env),
      note: { en: `Note <of> & "{brand}'s"`, fr: 'Note' },
      before: { en: before, fr: before },
    },
  ]);

const brands = {
  one: hosts('one', 'One'),
  two: hosts('two', 'The Second.Brand’s'),
  three: hosts('three', 'Three', OTHER_LOOK),
};

let project: Project;

beforeAll(() => {
  project = copyCompiledProject();
  mkdirSync(join(project.dir, 'work'));
  writeFileSync(join(project.dir, 'work/hosts.mjs'), `export default ${JSON.stringify({ brands })};`);
  writeTexts(join(project.dir, 'work/content'), {
    ...smallTexts(['en', 'de', 'fr', 'es']),
    ...articles('shared', 'en'),
    ...articles('one.example', 'de'),
    ...articles('fr.two.example', 'fr'),
    'blog/shared/en/all.md': article('About {brand}', 'Text on {domain}, {email}: [write](mailto:{email}).'),
    // A text of a host or brand must not appear on similar hosts.
    'blog/fr.one.example/fr/own.md': article('À soi', 'Texte sur {domain} de {brand}.'),
    'blog/two/de/brand.md': article('Artikel der Marke', 'Text von {brand} auf {domain}.'),
    'documents/one.example/en/contacts.md': document('Write to {brand}: [{email}](mailto:{email}).'),
    'history/shared/rules/rule-7.yaml': history('**\\<b>** [Old](/qa) & "rule" of {brand}\'s.'),
    'history/shared/privacy_policy/s2.yaml': history('## Old & "section" of {domain}\n\nText.'),
  });
});
afterAll(() => project.remove());

test('every page from a template has the bytes, facts and dependencies of the page that Astro renders', async () => {
  const { different, pages, renders } = await renderBothWays(project, {
    HOSTS_CONFIG: 'work/hosts.mjs',
    CONTENT_DIR: 'work/content',
  });
  expect(different).toEqual([]);
  expect(renders).toBeLessThan(pages);
});

test('so has every page of the shipped site', async () => {
  const { different, pages, renders } = await renderBothWays(project, {});
  expect(different).toEqual([]);
  expect(renders).toBeLessThan(pages);
});

test('Astro renders a template and the first page of its structure; a component that changes a text fails the build', async () => {
  const site = await openSite({
    root: project.dir,
    hostsFile: join(project.dir, 'work/hosts.mjs'),
    contentDir: join(project.dir, 'work/content'),
    day: '2026-11-22',
  });
  let component = (text: string): string => text;
  const asked: string[] = [];
  const renderer: Pick<typeof Renderer, 'renderPage'> = {
    renderPage: (page, root) => {
      asked.push(root);
      const { description } = page.document('rules');
      return Promise.resolve({
        html: `<head></head><p>${page.edition.host} ${component(description)}</p>`,
        dependencies: [...page.dependencies],
      });
    },
  };
  const roots = ['fr.one.example/fr', 'fr.two.example/fr', 'fr.three.example/fr'];
  const renderAll = async (): Promise<string[]> => {
    const render = renderWithTemplates(renderer);
    const pages: string[] = [];
    for (const root of roots) {
      const { content } = await render(editionAt(site, root), '/rules', 'rules.html');
      pages.push(content.toString());
    }
    return pages;
  };
  const sentence = 'A sentence that is long enough to tell a search engine something.';
  expect(await renderAll()).toEqual(roots.map((root) => `<head></head><p>${root.split('/')[0]} ${sentence}</p>`));
  expect(asked).toEqual([roots[0], roots[0]]);
  component = (text) => text.toUpperCase();
  await expect(renderAll()).rejects.toThrow(
    /^fr\.one\.example\/fr\/rules\.html cannot be rendered: .*src\/site\/page-texts\.ts/,
  );
  component = (text) => text.slice(0, 10);
  await expect(renderAll()).rejects.toThrow('src/site/page-texts.ts');
});
