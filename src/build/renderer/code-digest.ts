import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { dsn, makesMaps } from '../../telemetry/settings.ts';

/** Every file that can change a page, except translations, texts and the hosts file. */
const PROGRAM = [
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src/**/*',
];

/** The list of languages is compiled in; the translations are not. */
const LANGUAGES = 'public/assets/i18n/*.json';

/** Digest of the program, its packages, the version of Node and the settings of error reports. */
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
