import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { inject } from 'vitest';

import { copyProject as copyFiles } from '../../scripts/lib/copy-project.ts';
import { type Run, runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { COMPILED_DIR } from '../../src/build/renderer/adapter.ts';
import { codeDigest } from '../../src/build/renderer/code-digest.ts';
import { isCompiled, writeChecksum } from '../../src/build/renderer/compile.ts';

export interface Project {
  dir: string;
  /** Runs `scripts/<name>.ts`. */
  run: (script: string, env?: Record<string, string>, args?: string[]) => Promise<Run>;
  remove: () => void;
}

/** A copy of the project in a temporary folder, which a test may build and break. */
export function copyProject(parent?: string): Project {
  const dir = copyFiles(parent);
  return {
    dir,
    run: (script, env = {}, args = []) =>
      runAndCapture(process.execPath, [`scripts/${script}.ts`, ...args], dir, environment(env)),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A copy of the project with its pages compiled, so that the first build only renders. */
export function copyCompiledProject(parent?: string): Project {
  const project = copyProject(parent);
  const site = inject('site');
  const code = codeDigest(project.dir);
  if (isCompiled(code, site)) {
    const compiled = join(project.dir, COMPILED_DIR);
    cpSync(join(site, COMPILED_DIR), compiled, { recursive: true });
    for (const file of globSync('server/**/*.mjs', { cwd: compiled })) {
      const path = join(compiled, file);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(site, project.dir));
    }
    writeChecksum(code, project.dir);
  }
  return project;
}

/** Environment of a child process, without the variables of Vitest: its NODE_ENV would select test mode. */
export function environment(added: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|NODE_COMPILE_CACHE|VITE.*)$/.test(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...added };
}
