import { hash } from 'node:crypto';

import type { Telemetry } from '../../telemetry/settings.ts';
import { programDigest } from './program-digest.mjs';

/** Digest of the program and of the settings of error reports. Files of a site do not count. */
export const codeDigest = ({ dsn, makesMaps }: Telemetry, folder = '.', program = programDigest(folder)): string =>
  hash('sha256', [program, dsn, makesMaps].join('\n'));
