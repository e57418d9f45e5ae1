import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';

/** Everything that can change a page but words, texts and hosts. */
const PROGRAM = [
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src/**/*',
];

/** Changes with any line of the program, its packages and the Node that runs it. */
export function codeDigest(): string {
  const files = globSync(PROGRAM, { exclude: ['src/content/**', '**/*.test.ts'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted();
  const hashes = files.filter(existsSync).map((file) => `${file} ${hash('sha256', readFileSync(file))}`);
  return hash('sha256', [process.version, ...hashes].join('\n'));
}
