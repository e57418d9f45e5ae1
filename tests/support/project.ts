import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PARTS = [
  'astro-i18next.config.cjs',
  'astro.config.mjs',
  'hosts.config.ts',
  'package.json',
  'public',
  'scripts',
  'src',
  'tsconfig.json',
];

export interface Run {
  code: number | null;
  output: string;
}

export interface Project {
  dir: string;
  /** Runs `scripts/<name>.ts`. */
  run: (script: string, env?: Record<string, string>, args?: string[]) => Promise<Run>;
  remove: () => void;
}

/** A copy of the project in a temporary folder, to build and to break. */
export function copyProject(parent = tmpdir()): Project {
  const dir = mkdtempSync(join(parent, 'site-'));
  for (const part of PARTS) cpSync(part, join(dir, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
  return {
    dir,
    run: (script, env = {}, args = []) => run(dir, [`scripts/${script}.ts`, ...args], env),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** The environment of a command: without Vitest's own NODE_ENV, which would make it one for tests. */
export function environment(added: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !/^(VITE|VITEST)/.test(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...added };
}

function run(cwd: string, args: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, env: environment(env) });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output }));
  });
}
