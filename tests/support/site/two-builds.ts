import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import type { Changes } from '../../../src/build/incremental/changes.ts';
import { type Manifest, readManifest } from '../../../src/output/manifest.ts';
import type { Project } from '../project.ts';
import { differences } from './differences.ts';
import { FIXTURE, makeFixture } from './fixture-site.ts';

/** One project is built again and again, the other from nothing each time. */
interface TwoBuilds {
  /** Makes one change in both projects, and holds the two builds against each other. */
  change: (edit: (dir: string) => void, isProgram?: boolean, env?: Record<string, string>) => Promise<Outcome>;
}

interface Outcome {
  rendered: number;
  /** Pages that came out otherwise, such as `own.example/de/rules`. */
  pages: string[];
  output: string;
  manifest: Manifest;
}

/** What a build leaves for the next one; the compiled program is kept unless it is to be compiled again. */
const LEFT = ['dist', '.cache/pages', '.cache/texts.json'];

export function twoBuilds(): TwoBuilds {
  let kept: Project;
  let clean: Project;

  beforeAll(async () => {
    [kept, clean] = [makeFixture(), makeFixture()];
    await Promise.all([build(kept), build(clean)]);
  });
  afterAll(() => [kept, clean].forEach((project) => project.remove()));

  return {
    async change(edit, isProgram = false, env = {}) {
      for (const { dir } of [kept, clean]) edit(dir);
      for (const left of isProgram ? [...LEFT, '.build'] : LEFT) rmSync(join(clean.dir, left), { recursive: true });
      const [output] = await Promise.all([build(kept, env), build(clean, env)]);
      expect(differences(join(kept.dir, 'dist'), join(clean.dir, 'dist'))).toEqual([]);
      return {
        rendered: Number(/(\d+) of them rendered/.exec(output)![1]),
        pages: changedPages(kept),
        output,
        manifest: readManifest(join(kept.dir, 'dist')),
      };
    },
  };
}

async function build(project: Project, env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await project.run('build', { ...FIXTURE, ...env }, ['--no-compression']);
  expect(code, output).toBe(0);
  return output;
}

function changedPages({ dir }: Project): string[] {
  const { editions } = JSON.parse(readFileSync(join(dir, 'dist/publish/changes.json'), 'utf8')) as Changes;
  return editions.flatMap(({ host, lang, added, changed }) =>
    Object.keys({ ...added, ...changed })
      .filter((path) => path === '/404.html' || !path.includes('.'))
      .map((path) => `${host}/${lang}${path}`),
  );
}
