// content:check lists translations that are older than their English source, lack parts of it or avoid terms, and records accepted ones.
import { hash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { editions } from '../../support/dist.ts';
import { copyCompiledProject } from '../../support/runnable-project-copy.ts';
import { projectPerTest } from '../../support/site/project-per-test.ts';

const WORDS = 'public/assets/i18n';
const SHARED = 'src/content/documents/shared';

const project = projectPerTest(copyCompiledProject);
const { edit } = project;
const read = (file: string): string => readFileSync(join(project.dir, file), 'utf8');

const languages = [...new Set(editions.map(({ lang }) => lang))];
const translated = languages.length - 1;

describe('translations', () => {
  const lock = 'src/content/translations.lock.json';

  test('that are older than their English source are listed until they are accepted', async () => {
    const { output: fresh } = await project.run('content-check', {}, ['--accept', 'all']);
    expect(fresh).toContain(`Recorded in ${lock}.\nWords and texts in ${languages.length} languages: no problems.\n`);

    const [, rule] = /^3\. .*\{#(.*)\}$/m.exec(read(`${SHARED}/en/rules.md`))!;
    edit(`${SHARED}/en/rules.md`, /^(3\. .*\.)( \{#)/m, '$1 Always.$2');
    // The texts on both sides of a new paragraph are up to date.
    edit(`${SHARED}/en/contacts.md`, /\n## /, '\nA new sentence.\n\n## ');
    edit(`${WORDS}/en.json`, /"enter": "(.*)"/, '"enter": "$1!"');
    const { code, output } = await project.run('content-check');
    expect(code).toBe(0);
    expect(output).toContain(`\n${3 * translated} translation(s) older than their source:`);
    expect(output).toMatch(new RegExp(`^  ${SHARED}/ru/rules\\.md#${rule}  .*\\{\\+ Always\\.\\+\\}$`, 'm'));
    expect(output).toMatch(new RegExp(`^  ${SHARED}/ru/contacts\\.md#paragraph \\d+  is not accepted yet$`, 'm'));
    expect(output).toContain(`  ${WORDS}/de.json#home.enter  Enter the chat{+!+}\n`);

    const block = `${SHARED}/ru/rules.md#${rule}`;
    const accepted = await project.run('content-check', {}, ['--accept', block, `${SHARED}/de/contacts.md`]);
    expect(accepted.output).toContain(`Recorded in ${lock}.`);
    expect(accepted.output).toContain(`\n${3 * translated - 2} translation(s)`);
    expect(accepted.output).not.toContain(block);
    expect(accepted.output).not.toContain(`${SHARED}/de/contacts.md`);

    const all = await project.run('content-check', {}, ['--accept', 'all']);
    expect(all.output).not.toContain('older than');
  });

  test('that lack a link or number of the English text, or have a term of the glossary, are listed', async () => {
    const link = edit(`${SHARED}/ru/rules.md`, /\[([^\]]+)\]\(\/contacts\)/, '$1');
    const added = edit(`${SHARED}/de/rules.md`, /^5\. (.*) \{#/m, '5. $1 77. {#');
    writeFileSync(join(project.dir, 'src/content/glossary.yaml'), 'de:\n  Anmelden: Einloggen\n');
    const { code, output } = await project.run('content-check');
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`${SHARED}/ru/rules\\.md:${link}  ".*" lacks /contacts\\.`));
    expect(output).toMatch(new RegExp(`${SHARED}/de/rules\\.md:${added}  ".*" adds 77\\.`));
    expect(output).toContain('the glossary avoids “Anmelden”. Write “Einloggen”.');
  });

  test('and rules of version 1.0.0 get ids, links to them, and a record by block', async () => {
    const rules = `${SHARED}/en/rules.md`;
    // The migration makes ids of titles.
    const before = read(rules).replaceAll(
      /\*\*.*?\*\*(.*\{#(.*)\})$/gm,
      (_, rest: string, id: string) => `**${id.replaceAll('-', ' ')}.**${rest}`,
    );
    writeFileSync(join(project.dir, rules), before);
    const ids = [...before.matchAll(/ \{#(.*)\}$/gm)].map(([, id]) => id!);
    const numberOf = (id: string): string => `rule-${ids.indexOf(id) + 1}`;
    for (const file of globSync('src/content/**/*.md', { cwd: project.dir })) {
      const text = read(file).replaceAll(/(\/rules#)([a-z-]+)/g, (_, path: string, id: string) => path + numberOf(id));
      writeFileSync(join(project.dir, file), file.endsWith('rules.md') ? text.replaceAll(/ \{#.*\}$/gm, '') : text);
    }
    rmSync(join(project.dir, 'src/content/former-anchors.json'));
    const { accepted } = JSON.parse(read(lock)) as { accepted: Record<string, { named: Record<string, string> }> };
    const record = Object.entries(accepted).flatMap(([file, { named }]) =>
      file.endsWith('.json')
        ? Object.entries(named).map(([key, sha256]) => [`${file}#${key}`, sha256])
        : [[file, hash('sha256', read(file.replace(/\/[a-z]+(?=\/[^/]+$)/, '/en'))).slice(0, 12)]],
    );
    const stale = { [`${SHARED}/de/rules.md`]: 'aaaaaaaaaaaa' };
    writeFileSync(join(project.dir, lock), JSON.stringify({ ...Object.fromEntries(record), ...stale }));
    const { code } = await project.run('content-migrate');
    expect(code).toBe(0);
    expect(read(rules)).toBe(before);
    expect(Object.values(JSON.parse(read('src/content/former-anchors.json')).rules)).toEqual(ids);
    const { output } = await project.run('content-check');
    expect(output).toContain('no problems');
    expect(output.match(/^ {2}.*not accepted.*$/gm)).toEqual([
      `  ${SHARED}/de/rules.md  ${ids.length + 2} blocks are not accepted yet`,
    ]);
    expect((await project.run('content-migrate')).output).toContain('Everything is up to date.');
  });

  test('are not compared with a record of another format', async () => {
    for (const record of ['null', '{"a": 1}']) {
      writeFileSync(join(project.dir, lock), record);
      const { code, output } = await project.run('content-check');
      expect(code).toBe(1);
      expect(output).toContain(`${lock}:1  the file has no record of translations (`);
      expect(output).not.toMatch(/^ +at /m);
    }
  });

  test('that do not exist cannot be accepted', async () => {
    const { code, output } = await project.run('content-check', {}, ['--accept', 'src/nope.md']);
    expect(code).toBe(1);
    expect(output).toContain('src/nope.md: no translation. Write');
  });
});
