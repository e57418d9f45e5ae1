import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type * as Renderer from '../../../src/build/renderer/render-page.ts';
import { copyCompiledProject, type Project } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';
import { article, document, smallTexts, writeTexts } from '../../support/site/small-content.ts';

/** Brands that differ in names only, with a host of two languages and a closed host. */
const hosts = (id: string, name: string): object => ({
  name,
  email: `hello@${id}.example`,
  look: 'velvet',
  securityTxtExpires: '2027-10-31',
  tagManager: { en: `GTM-${id.toUpperCase()}1`, fr: `GTM-${id.toUpperCase()}2` },
  defaultHost: `${id}.example`,
  hosts: {
    [`${id}.example`]: { languages: ['en', 'de'] },
    [`fr.${id}.example`]: { languages: ['fr'] },
    [`closed.${id}.example`]: { languages: ['es'], closed: true },
  },
});
const brands = { one: hosts('one', 'One'), two: hosts('two', 'The Second.Brand’s') };

let together: Project;
let apart: Project;

beforeAll(() => {
  [together, apart] = [copyCompiledProject(), copyCompiledProject()];
  for (const { dir } of [together, apart]) {
    mkdirSync(join(dir, 'work'));
    writeFileSync(join(dir, 'work/hosts.mjs'), `export default ${JSON.stringify({ brands })};`);
    writeTexts(join(dir, 'work/content'), {
      ...smallTexts(['en', 'de', 'fr', 'es']),
      'blog/shared/en/all.md': article('About {brand}', 'Text on {domain}, {email}: [write](mailto:{email}).'),
      // A text of a host or brand must not appear on similar hosts.
      'blog/fr.one.example/fr/own.md': article('À soi', 'Texte sur {domain} de {brand}.'),
      'blog/two/de/brand.md': article('Artikel der Marke', 'Text von {brand} auf {domain}.'),
      'documents/one.example/en/contacts.md': document('Write to {brand}: [{email}](mailto:{email}).'),
    });
  }
});
afterAll(() => [together, apart].forEach((project) => project.remove()));

test('a page from a template equals the page that its edition renders', async () => {
  const environment = { HOSTS_CONFIG: 'work/hosts.mjs', CONTENT_DIR: 'work/content' };
  const whole = await together.run('build', environment, ['--no-compression']);
  expect(whole.code, whole.output).toBe(0);
  // Editions of the same brand never share a template.
  for (const brand of Object.values(brands) as { hosts: object }[]) {
    const env = { ...environment, HOSTS: Object.keys(brand.hosts).join() };
    const { code, output } = await apart.run('build', env, ['--no-compression']);
    expect(code, output).toBe(0);
  }
  expect(differences(join(together.dir, 'dist'), join(apart.dir, 'dist'))).toEqual([]);
});

test('a page is rendered once for editions that differ in names only', async () => {
  process.env.HOSTS_CONFIG = join(together.dir, 'work/hosts.mjs');
  process.env.CONTENT_DIR = join(together.dir, 'work/content');
  const { editionAt, editionOf } = await import('../../../src/site/editions/configured-editions.ts');
  const { renderWithTemplates } = await import('../../../src/build/pages/render-with-templates.ts');
  const asked: string[] = [];
  const renderer = {
    renderPage: (root: string) => {
      asked.push(root);
      return Promise.resolve({
        html: `<head></head><p>${editionOf({ host: root.split('/')[0], lang: 'fr' }).host}</p>`,
        dependencies: ['word:nav.home', 'text:rules'],
      });
    },
  } as unknown as typeof Renderer;
  const alike = [editionAt('fr.one.example/fr')!, editionAt('fr.two.example/fr')!];
  const render = renderWithTemplates(renderer, alike);
  const first = await render(alike[0]!, '/rules', 'rules.html');
  const second = await render(alike[1]!, '/rules', 'rules.html');
  expect(asked).toEqual(['template/fr']);
  expect([first, second].map(({ content }) => content.toString())).toEqual([
    '<head></head><p>fr.one.example</p>',
    '<head></head><p>fr.two.example</p>',
  ]);
});
