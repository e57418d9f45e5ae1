import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles } from '../../shared/list-files.ts';
import { dsn, makesMaps } from '../../telemetry/settings.ts';

/** Files that can change a page, beside those in `src/`. */
export const CONFIGURATION = [
  'astro-i18next.config.cjs',
  'astro.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** The list of languages is compiled in; the translations are not. */
const LANGUAGES = 'public/assets/i18n';

/** Digest of the program, its packages, the version of Node and the settings of error reports. Texts, translations and the hosts file do not count. */
export function codeDigest(folder = '.'): string {
  const sources = listFiles(join(folder, 'src'), 'content').filter((file) => !file.endsWith('.test.ts'));
  const files = [...CONFIGURATION, ...sources.map((file) => `src/${file}`)].toSorted();
  const hashes = files.map((file) => `${file} ${hash('sha256', readFileSync(join(folder, file)))}`);
  const languages = existsSync(join(folder, LANGUAGES)) ? readdirSync(join(folder, LANGUAGES)) : [];
  return hash('sha256', [process.version, dsn?.href, makesMaps, ...languages.toSorted(), ...hashes].join('\n'));
}
