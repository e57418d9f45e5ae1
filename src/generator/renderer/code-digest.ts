import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { dsn, makesMaps } from '../../telemetry/settings.ts';
import { programDigest } from './program-digest.mjs';

/** The list of languages is compiled in; the translations are not. */
const LANGUAGES = 'public/assets/i18n';

/** Digest of the program, of the list of languages and of the settings of error reports. Texts, translations and the hosts file do not count. */
export function codeDigest(folder = '.', program = programDigest(folder)): string {
  const languages = existsSync(join(folder, LANGUAGES)) ? readdirSync(join(folder, LANGUAGES)) : [];
  return hash('sha256', [program, dsn?.href, makesMaps, ...languages.toSorted()].join('\n'));
}
