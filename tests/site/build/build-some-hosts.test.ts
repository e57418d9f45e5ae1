// HOSTS builds some hosts beside the others, and refuses others that are damaged or unknown.
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type { Run } from '../../../scripts/lib/run-and-capture.ts';
import { builtFixture } from '../../support/site/built-fixture.ts';
import { keepFewPages, replace } from '../../support/site/fixture-project.ts';
import { article, smallTexts, writeTexts } from '../../support/site/small-content.ts';

const { dir, at, build, run, manifest } = builtFixture({}, keepFewPages);

describe('a build of some hosts', () => {
  const some = (hosts: string): Promise<Run> => run('build', { HOSTS: hosts });

  test('renders a new host alone; the other hosts link to it after the next build of all hosts', async () => {
    writeTexts(at('texts'), smallTexts(['es']));
    replace('hosts.ts', "'plain.example':", "'new.example': { languages: ['es'] },\n        'plain.example':")(dir());
    const { code, output } = await some('new.example');
    expect(code, output).toBe(0);
    expect(await build()).toContain('in 3 editions');
  });

  test('keeps the day on which other hosts are due', async () => {
    const on = (day: string) => ({ SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) });
    writeTexts(at('texts/blog/shared/de'), { 'due.md': article('Bald', 'Text.', '2026-12-01') });
    await run('build', on('2026-11-30'));
    const { code, output } = await run('build', { ...on('2026-12-02'), HOSTS: 'lone.example' });
    expect(code, output).toBe(0);
    const { nextBuild, editions } = manifest();
    expect(nextBuild).toBe('2026-12-01');
    const has = (root: string): boolean => 'blog/due.html' in editions.find((edition) => edition.root === root)!.files;
    expect([has('lone.example/de'), has('own.example/de')]).toEqual([true, false]);
  });

  test('drops a retained file that is lost', async () => {
    replace('hosts.ts', 'look: looks.at(-1)', 'look: looks[0]')(dir());
    await build();
    const kept = manifest().editions.find(({ host }) => host === 'own.example')!.kept;
    const [lost] = Object.keys(kept);
    rmSync(at(`dist/own.example/de/${lost}`));
    replace('texts/documents/shared/en/rules.md', 'Number 20', 'Number twenty')(dir());
    const { code, output } = await some('plain.example');
    expect(code, output).toBe(0);
    const { editions } = manifest();
    expect(Object.keys(editions.find(({ host }) => host === 'own.example')!.kept).length).toBe(
      Object.keys(kept).length - 1,
    );
  });

  test('refuses to leave out hosts that are damaged or unknown', async () => {
    writeFileSync(at('dist/own.example/de/rules.html'), 'Hello');
    const damaged = await some('plain.example');
    expect(damaged.code).toBe(1);
    expect(damaged.output).toContain(
      'dist/own.example/de was changed since it was built. Build all hosts: npm run build\n',
    );
    truncateSync(at('dist/publish/manifest.json'), 1000);
    const unknown = await some('plain.example');
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain('dist/ has no manifest that can be read. Build all hosts: npm run build\n');
    expect(readdirSync(at('dist'))).toContain('own.example');
  });
});
