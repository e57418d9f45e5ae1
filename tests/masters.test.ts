import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { writeWorkload } from '../scripts/bench/workload.ts';
import { article, document, writeTexts } from './support/content.ts';
import { differences } from './support/differences.ts';
import { copyProject, type Project } from './support/project.ts';

/** Three brands of eight languages each; the first and the third have one look, and so differ in names only. */
const HOSTS = 24;

let together: Project;
let apart: Project;

beforeAll(() => {
  [together, apart] = [copyProject(), copyProject()];
  for (const { dir } of [together, apart]) {
    mkdirSync(join(dir, 'work'));
    writeWorkload(join(dir, 'work'), { hosts: HOSTS, articles: 'shared' });
    writeTexts(join(dir, 'work/content'), {
      // What some have for themselves must not be given to their likes, nor what a brand has.
      'blog/de.group1.example/de/own.md': article('Eigener Artikel', 'Text auf {domain} von {brand}, {email}.'),
      'blog/group3/fr/brand.md': article('Article de la marque', 'Texte de {brand} sur {domain}.'),
      'documents/en.group3.example/en/contacts.md': document('Write to {brand}: [{email}](mailto:{email}).'),
    });
  }
});
afterAll(() => [together, apart].forEach((project) => project.remove()));

test('pages that are stamped from one master are those that each edition renders for itself', async () => {
  const environment = { HOSTS_CONFIG: 'work/hosts.mjs', CONTENT_DIR: 'work/content' };
  const whole = await together.run('build', environment, ['--no-compression']);
  expect(whole.output).toContain(`${HOSTS} editions`);
  for (const group of [1, 2, 3]) {
    // No two hosts of one brand are alike, so nothing is stamped here.
    const hosts = ['en', 'ru', 'uk', 'de', 'es', 'fr', 'pl', 'pt'].map((lang) => `${lang}.group${group}.example`);
    const { code, output } = await apart.run('build', { ...environment, HOSTS: hosts.join() }, ['--no-compression']);
    expect(code, output).toBe(0);
  }
  expect(differences(join(together.dir, 'dist'), join(apart.dir, 'dist'))).toEqual([]);
});
