import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import type { Env } from './env.ts';

/** `AUTH_SECRET`; beside the embedded database, one that is made at the first start. */
export function secretOf({ AUTH_SECRET, DATA_DIR }: Env): string {
  if (AUTH_SECRET) return AUTH_SECRET;
  const file = `${DATA_DIR}/secret`;
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
