import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PARTS = [
  'astro-i18next.config.cjs',
  'astro.config.mjs',
  'deploy.config.ts',
  'hosts.config.ts',
  'package-lock.json',
  'package.json',
  'public',
  'scripts',
  'src',
  'tsconfig.json',
];

/** Copies the inputs of a build to a temporary folder and returns its path; packages are shared. */
export function copyProject(parent = tmpdir()): string {
  const dir = mkdtempSync(join(parent, 'site-'));
  for (const part of PARTS) cpSync(part, join(dir, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
  return dir;
}
