import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { inject } from 'vitest';

import { copyProject as copyFiles } from '../../scripts/lib/copy-project.ts';
import { type Run, runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { COMPILED_DIR } from '../../src/generator/renderer/adapter.ts';
import { codeDigest } from '../../src/generator/renderer/code-digest.ts';
import { isCompiled, writeChecksum } from '../../src/generator/renderer/compile.ts';
import { PROGRAM_DIR } from '../../src/generator/renderer/program-digest.mjs';
import { readTelemetry } from '../../src/telemetry/settings.ts';

export interface Project {
  dir: string;
  /** Settings with which processes find the compiled code of the program. */
  env: Record<string, string>;
  /** Runs `scripts/<name>.ts`, or `scripts/build.mjs`. */
  run: (script: string, env?: Record<string, string>, args?: string[]) => Promise<Run>;
  remove: () => void;
}

/** A copy of the project in a temporary folder with the hosts of the tests, which a test may build and break. */
export const copyProject = (parent?: string): Project => projectIn(copyWithHosts(parent));

function copyWithHosts(parent?: string): string {
  const dir = copyFiles(parent);
  cpSync('tests/fixture/site.config.ts', join(dir, 'hosts.config.ts'));
  const wordmarks = join(dir, 'src/themes/wordmarks');
  const files = readdirSync(wordmarks).toSorted();
  const drawn = files.map((file) => readFileSync(join(wordmarks, file)));
  for (const file of files) rmSync(join(wordmarks, file));
  for (const [index, brand] of ['amber', 'onyx'].entries())
    if (drawn.length) writeFileSync(join(wordmarks, `${brand}.svg`), drawn[index % drawn.length]!);
  return dir;
}

/** A copy of the project with its pages compiled, so that the first build only renders. Copies share the compiled code of the program. */
export function copyCompiledProject(parent?: string): Project {
  const dir = copyWithHosts(parent);
  const project = projectIn(dir, shareCompiledCode(dir));
  const site = inject('site');
  const code = codeDigest(readTelemetry(process.env), project.dir);
  if (isCompiled(code, site)) {
    const compiled = join(project.dir, COMPILED_DIR);
    cpSync(join(site, COMPILED_DIR), compiled, { recursive: true });
    for (const file of globSync('server/**/*.mjs', { cwd: compiled })) {
      const path = join(compiled, file);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(site, project.dir));
    }
    writeChecksum(code, project.dir);
    cpSync(join(site, PROGRAM_DIR), join(project.dir, PROGRAM_DIR), { recursive: true });
  }
  return project;
}

const projectIn = (dir: string, env: Record<string, string> = {}): Project => ({
  dir,
  env,
  run: (script, added = {}, args = []) =>
    runAndCapture(process.execPath, [fileOf(script), ...args], dir, {
      ...environment({ ...env, ...added }),
      // A test may change the hosts of its copy.
      HOSTS_CONFIG: added.HOSTS_CONFIG,
    }),
  remove: () => rmSync(dir, { recursive: true, force: true }),
});

const fileOf = (script: string): string => `scripts/${script}.${script === 'build' ? 'mjs' : 'ts'}`;

/** Settings for Node. Paths in a portable cache are relative to its folder, so every copy sees the cache in itself. */
function shareCompiledCode(dir: string): Record<string, string> {
  const cache = resolve('.cache/node-of-copies');
  mkdirSync(cache, { recursive: true });
  const link = join(dir, '.compiled-code');
  symlinkSync(cache, link);
  return { NODE_COMPILE_CACHE: link, NODE_COMPILE_CACHE_PORTABLE: '1' };
}

/** Setting with which scripts that run in this folder find compiled code. Killed processes store none. */
export const compiledHere = { NODE_COMPILE_CACHE: resolve('.cache/node') };

/** Environment of a child process, without the variables of Vitest: its NODE_ENV would select test mode. */
export function environment(added: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|NODE_COMPILE_CACHE|VITE.*)$/.test(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...added };
}
