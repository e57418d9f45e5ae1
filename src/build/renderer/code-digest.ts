import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { dsn, makesMaps } from '../../telemetry/settings.ts';

/** Everything that can change a page but words, texts and hosts. */
const PROGRAM = [
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src/**/*',
];

/** Which languages have words is compiled in; the words are not. */
const LANGUAGES = 'public/assets/i18n/*.json';

/** Changes with any line of the program, its packages, the Node that runs it and where errors are reported to. */
export function codeDigest(folder = '.'): string {
  const exclude = ['src/content/**', '**/*.test.ts'];
  const files = globSync(PROGRAM, { cwd: folder, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const hashes = files.map((file) => `${file} ${hash('sha256', readFileSync(join(folder, file)))}`);
  const languages = globSync(LANGUAGES, { cwd: folder }).toSorted();
  return hash('sha256', [process.version, dsn?.href, makesMaps, ...languages, ...hashes].join('\n'));
}
