import { hash } from 'node:crypto';

import { dsn, makesMaps } from '../../telemetry/settings.ts';
import { programDigest } from './program-digest.mjs';

/** Digest of the program and of the settings of error reports. Files of a site do not count. */
export const codeDigest = (folder = '.', program = programDigest(folder)): string =>
  hash('sha256', [program, dsn?.href, makesMaps].join('\n'));
