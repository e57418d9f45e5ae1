import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import type { Changes } from '../../../src/output/changes.ts';
import { type Manifest, readManifest } from '../../../src/output/manifest.ts';
import type { Project } from '../runnable-project-copy.ts';
import { differences } from './differences.ts';
import { FIXTURE, makeFixture } from './fixture-project.ts';

type Edit = (dir: string) => void;

/** Two projects with the same changes: the first is rebuilt after each change, the second is built from nothing. */
interface TwoBuilds {
  /** Folder of the first project. */
  dir: () => string;
  /** Makes a change in both projects, and rebuilds the first. */
  build: (edit: Edit, env?: Record<string, string>) => Promise<Outcome>;
  /**
   * Builds the second project from nothing, and expects the same bytes from both.
   * @param isProgram whether pages are compiled again
   */
  compare: (env?: Record<string, string>, isProgram?: boolean) => Promise<void>;
  /** Calls `build` and `compare`. */
  change: (edit: Edit, env?: Record<string, string>, isProgram?: boolean) => Promise<Outcome>;
}

interface Outcome {
  rendered: number;
  /** Pages whose bytes changed, such as `own.example/de/rules`. */
  pages: string[];
  output: string;
  manifest: Manifest;
  /** Reads a file of the build, such as `own.example/de/rules.html`. */
  read: (file: string) => string;
}

/** Output and caches of a build, but not the compiled pages. */
const LEFT = ['dist', 'dist.next', '.cache'];

/** @param prepare makes the first state of both projects */
export function compareWithCleanBuild(prepare: Edit = () => {}): TwoBuilds {
  let repeated: Project;
  let clean: Project;

  beforeAll(async () => {
    [repeated, clean] = [makeFixture(), makeFixture()];
    for (const { dir } of [repeated, clean]) prepare(dir);
    await runBuild(repeated);
  });
  afterAll(() => [repeated, clean].forEach((project) => project.remove()));

  const build: TwoBuilds['build'] = async (edit, env) => {
    for (const { dir } of [repeated, clean]) edit(dir);
    const output = await runBuild(repeated, env);
    return {
      rendered: Number(/(\d+) of them rendered/.exec(output)![1]),
      pages: changedPages(repeated),
      output,
      manifest: readManifest(join(repeated.dir, 'dist')),
      read: (file) => readFileSync(join(repeated.dir, 'dist', file), 'utf8'),
    };
  };

  const compare: TwoBuilds['compare'] = async (env, isProgram = false) => {
    for (const left of isProgram ? [...LEFT, '.build'] : LEFT)
      rmSync(join(clean.dir, left), { recursive: true, force: true });
    await runBuild(clean, env);
    expect(differences(join(repeated.dir, 'dist'), join(clean.dir, 'dist'))).toEqual([]);
  };

  return {
    dir: () => repeated.dir,
    build,
    compare,
    async change(edit, env, isProgram) {
      const outcome = await build(edit, env);
      await compare(env, isProgram);
      return outcome;
    },
  };
}

async function runBuild(project: Project, env: Record<string, string> = {}): Promise<string> {
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
