import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { UserError } from '../../shared/user-error.ts';
import { AUTH_SECRET_MIN, type Env } from './env.ts';

/**
 * Reads `AUTH_SECRET`; without it, a secret file beside the embedded database, created at the first start.
 * @throws UserError if that file is damaged or cannot be created
 */
export function readAuthSecret({ AUTH_SECRET, DATA_DIR }: Env): string {
  if (AUTH_SECRET) return AUTH_SECRET;
  const file = `${DATA_DIR}/secret`;
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) createSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < AUTH_SECRET_MIN)
    throw new UserError(
      `${file} has ${secret.length} characters; a secret has at least ${AUTH_SECRET_MIN}. The disk may have been full when it was created. Restore the file from a backup, or remove it: the service then creates a new secret, and all users have to sign in again.`,
    );
  return secret;
}

/** Creates the file atomically and durably. Of two processes, the first creates it. */
function createSecret(file: string): void {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
    linkSync(temporary, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new UserError(`${file} cannot be made: ${code}. Make room, or name another folder (DATA_DIR).`, {
        cause: error,
      });
  } finally {
    rmSync(temporary, { force: true });
  }
}
