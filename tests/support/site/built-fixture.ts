import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import type { Run } from '../../../scripts/lib/run-and-capture.ts';
import type { Changes } from '../../../src/output/changes.ts';
import { type Manifest, readManifest } from '../../../src/output/manifest.ts';
import type { Project } from '../runnable-project-copy.ts';
import { differences } from './differences.ts';
import { FIXTURE, makeFixture } from './fixture-project.ts';

/** The small site, built before the tests of a file. */
export interface BuiltFixture {
  /** Folder of the project. */
  dir: () => string;
  /** A path below that folder. */
  at: (path: string) => string;
  /** Builds again, and returns the report. */
  build: (...args: string[]) => Promise<string>;
  /** Runs a script and returns its exit code, which may be an error. */
  run: (script: string, env?: Record<string, string>, args?: string[]) => Promise<Run>;
  manifest: () => Manifest;
  changes: () => Changes;
  /** Time and inode of each file of `dist/`. */
  stamps: () => Map<string, string>;
  /** Files of `dist/` that differ from the first build. */
  differences: () => string[];
}

/** @param prepare changes the project before the first build */
export function builtFixture(
  env: Record<string, string> = {},
  prepare: (dir: string) => void = () => {},
): BuiltFixture {
  let project: Project;
  const first = mkdtempSync(join(tmpdir(), 'first-'));
  const at = (path: string): string => join(project.dir, path);
  const run: BuiltFixture['run'] = (script, added, args) => project.run(script, { ...FIXTURE, ...env, ...added }, args);
  const build: BuiltFixture['build'] = async (...args) => {
    const { code, output } = await run('build', {}, args);
    expect(code, output).toBe(0);
    return output;
  };
  beforeAll(async () => {
    project = makeFixture();
    prepare(project.dir);
    await build();
    cpSync(at('dist'), first, { recursive: true });
  });
  afterAll(() => {
    project.remove();
    rmSync(first, { recursive: true });
  });
  return {
    dir: () => project.dir,
    at,
    build,
    run,
    manifest: () => readManifest(at('dist')),
    changes: () => JSON.parse(readFileSync(at('dist/publish/changes.json'), 'utf8')) as Changes,
    stamps: () =>
      new Map(
        globSync(['**/*', '**/.*/*'], { cwd: at('dist'), withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((file) => [file.slice(at('dist').length + 1), stampOf(file)]),
      ),
    differences: () => differences(at('dist'), first),
  };
}

function stampOf(file: string): string {
  const { mtimeMs, ino } = statSync(file);
  return `${mtimeMs} ${ino}`;
}
