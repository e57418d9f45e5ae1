// The commands that make a site of its own, which names everything that it lacks.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { required } from '../../../src/shared/required.ts';
import { compiledHere, environment } from '../../support/runnable-project-copy.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'new-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs a command of this program. @returns its output, where it ends as expected */
async function run(expected: 0 | 1, script: string, ...args: string[]): Promise<string> {
  const env = environment(compiledHere);
  delete env.HOSTS_CONFIG;
  const { code, output } = await runAndCapture(process.execPath, [`scripts/${script}`, ...args], resolve('.'), env);
  expect(code, output).toBe(expected);
  return output;
}

const translated = required(
  readdirSync('public/assets/i18n')
    .map((file) => file.replace('.json', ''))
    .find((lang) => lang !== 'en'),
  'translation',
);

test('a site of its own grows by a translated language, an added language, a brand and hosts, and builds outside the program', async () => {
  const root = join(newFolder(), 'Night Owl');
  const site = ['--site', root];
  const colours = '#101820,#f2aa4c,#fdf3e6';
  await run(0, 'new/new-site.ts', root, '--host', 'owl.example', '--colours', colours);
  await run(0, 'build.mjs', '--no-compression', ...site);
  await run(0, 'new/new-brand.ts', 'moth', '--name', 'Moth', '--host', 'moth.example', '--look', 'night-owl', ...site);
  await run(0, 'new/new-language.ts', translated, ...site);
  expect(await run(0, 'content-check.ts', ...site)).not.toContain('older than their source');

  const untranslated = await run(0, 'new/new-language.ts', 'cy', '--host', 'owl.example', ...site);
  const words = join(root, 'public/assets/i18n/cy.json');
  const refused = await run(1, 'build.mjs', '--no-compression', ...site);
  for (const form of ['zero', 'two', 'few', 'many']) {
    expect(untranslated).toContain(`blog.readingTime_${form}`);
    expect(refused).toContain(`"blog.readingTime_${form}" is empty`);
  }
  expect(refused).toContain(relative('.', words));
  const english = JSON.parse(readFileSync(join(root, 'public/assets/i18n/en.json'), 'utf8')) as object;
  const otherOf = (name: string): string =>
    Object.entries(english)
      .flatMap(([, group]) => Object.entries(group as object))
      .find(([key]) => key === name)?.[1] as string;
  const filled = readFileSync(words, 'utf8').replaceAll(
    /"(\w+)_(\w+)": ""/g,
    (_, stem: string, form: string) => `"${stem}_${form}": ${JSON.stringify(otherOf(`${stem}_other`))}`,
  );
  writeFileSync(words, filled);

  const hostsFile = join(root, 'hosts.config.ts');
  const hosts = readFileSync(hostsFile, 'utf8');
  writeFileSync(
    hostsFile,
    hosts.replace("'owl.example': {", "'cy.owl.example': { languages: ['cy'] },\n        'owl.example': {"),
  );
  await run(0, 'build.mjs', '--no-compression', ...site);
  const { editions } = readManifest(join(root, 'dist'));
  expect(editions.map((edition) => edition.root).toSorted()).toEqual(
    ['cy.owl.example/cy', 'moth.example/en', `moth.example/${translated}`]
      .concat(['owl.example/cy', 'owl.example/en', `owl.example/${translated}`])
      .toSorted(),
  );
  expect(await run(0, 'content-check.ts', ...site)).toContain('cy.json');
  expect(readdirSync(root).toSorted()).toEqual([
    '.cache',
    '.gitignore',
    'deploy.config.ts',
    'dist',
    'dist.next',
    'hosts.config.ts',
    'public',
    'src',
  ]);
});

test('a site without English grows by a translated language, and by a brand in another one', async () => {
  const root = join(newFolder(), 'Gece');
  const site = ['--site', root];
  await run(0, 'new/new-site.ts', root, '--host', 'gece.example', '--language', translated);
  await run(0, 'build.mjs', '--no-compression', ...site);
  expect(existsSync(join(root, 'public/assets/i18n/en.json'))).toBe(false);
  const other = required(
    readdirSync('public/assets/i18n')
      .map((file) => file.replace('.json', ''))
      .find((lang) => ![translated, 'en'].includes(lang)),
    'another translation',
  );
  await run(0, 'new/new-language.ts', other, ...site);
  await run(0, 'content-check.ts', ...site);
  const brand = ['ay', '--name', "Ay & Co's", '--host', 'ay.example', '--look', 'gece', '--language', other];
  await run(0, 'new/new-brand.ts', ...brand, ...site);
  await run(0, 'build.mjs', '--no-compression', ...site);
  const { editions } = readManifest(join(root, 'dist'));
  expect(editions.map((edition) => edition.root).toSorted()).toEqual(
    [`ay.example/${other}`, `gece.example/${other}`, `gece.example/${translated}`].toSorted(),
  );
});

test('mistakes in the arguments are named, and nothing is written', async () => {
  const root = join(newFolder(), 'site');
  const refuse = (expected: string, script: string, ...args: string[]): Promise<void> =>
    run(1, `new/${script}.ts`, ...args).then((output) => expect(output).toContain(expected));
  await Promise.all([
    refuse('Name a folder', 'new-site'),
    refuse('is not empty. Name a new folder.', 'new-site', '.'),
    refuse('is too light for the dark theme', 'new-site', root, '--colours', '#ffffff,#f2aa4c,#fdf3e6'),
    refuse('is no host name', 'new-site', root, '--host', 'Owl_Example'),
    refuse('is no folder. Correct --site', 'new-look', 'owl', '--site', root),
    refuse('--site needs a folder', 'new-look', 'owl', '--site'),
    refuse('Name the look in lower-case letters', 'new-look', 'Owl'),
    refuse('There is no look "owl"', 'new-brand', 'owl', '--name', 'Owl', '--host', 'owl.example'),
    refuse('"english" is no language', 'new-language', 'english'),
    refuse('is no e-mail address', 'new-site', root, '--email', "o'neil@x"),
  ]);
  expect(existsSync(root)).toBe(false);
});
