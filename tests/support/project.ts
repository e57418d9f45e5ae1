import { rmSync } from 'node:fs';

import { copyProject as copyFiles } from '../../scripts/lib/copy-project.ts';
import { type Run, runProgram } from '../../scripts/lib/run-program.ts';

export interface Project {
  dir: string;
  /** Runs `scripts/<name>.ts`. */
  run: (script: string, env?: Record<string, string>, args?: string[]) => Promise<Run>;
  remove: () => void;
}

/** A copy of the project in a temporary folder, to build and to break. */
export function copyProject(parent?: string): Project {
  const dir = copyFiles(parent);
  return {
    dir,
    run: (script, env = {}, args = []) =>
      runProgram(process.execPath, [`scripts/${script}.ts`, ...args], dir, environment(env)),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** The environment of a command: without Vitest's own NODE_ENV, which would make it one for tests. */
export function environment(added: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !/^(VITE|VITEST)/.test(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...added };
}
