import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { editions } from '../../support/dist.ts';
import { copyCompiledProject } from '../../support/runnable-project-copy.ts';
import { projectPerTest } from '../../support/site/project-per-test.ts';

const WORDS = 'public/assets/i18n';
const SHARED = 'src/content/documents/shared';

const project = projectPerTest(copyCompiledProject);
const { edit } = project;

const languages = [...new Set(editions.map(({ lang }) => lang))];
const translated = languages.length - 1;

describe('translations', () => {
  const lock = 'src/content/translations.lock.json';

  test('that are older than their English source are listed until they are accepted', async () => {
    const { output: fresh } = await project.run('content-check', {}, ['--accept', 'all']);
    expect(fresh).toContain(`Recorded in ${lock}.\nWords and texts in ${languages.length} languages: no problems.\n`);

    edit(`${SHARED}/en/contacts.md`, /$/, '\nA new sentence.\n');
    edit(`${WORDS}/en.json`, /"enter": "(.*)"/, '"enter": "$1!"');
    const { code, output } = await project.run('content-check');
    expect(code).toBe(0);
    expect(output).toContain(`${2 * translated} translation(s) older than their English source:`);
    expect(output).toContain(`  ${SHARED}/ru/contacts.md\n`);
    expect(output).toContain(`  ${WORDS}/de.json: home.enter\n`);

    const file = `${SHARED}/ru/contacts.md`;
    const accepted = await project.run('content-check', {}, ['--accept', file]);
    expect(accepted.output).toContain(`Recorded in ${lock}.`);
    expect(accepted.output).toContain(`${2 * translated - 1} translation(s)`);
    expect(accepted.output).not.toContain(`  ${file}\n`);

    const all = await project.run('content-check', {}, ['--accept', 'all']);
    expect(all.output).not.toContain('older than');
  });

  test('are not compared with a record of another format', async () => {
    for (const record of ['null', '{"a": 1}']) {
      writeFileSync(join(project.dir, lock), record);
      const { code, output } = await project.run('content-check');
      expect(code).toBe(1);
      expect(output).toContain(`${lock} is no record of translations. Take it from an earlier version, or remove it.`);
      expect(output).not.toMatch(/^ +at /m);
    }
  });

  test('that do not exist cannot be accepted', async () => {
    const { code, output } = await project.run('content-check', {}, ['--accept', 'src/nope.md']);
    expect(code).toBe(1);
    expect(output).toContain('src/nope.md: no translation of an English text.');
  });
});
