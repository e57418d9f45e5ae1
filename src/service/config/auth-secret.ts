import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

import { UserError } from '../../shared/user-error.ts';
import { AUTH_SECRET_MIN, type Env } from './env.ts';

/**
 * `AUTH_SECRET`; beside the embedded database, one that is made at the first start.
 * @throws UserError where the file of that one is damaged or cannot be made
 */
export function readAuthSecret({ AUTH_SECRET, DATA_DIR }: Env): string {
  if (AUTH_SECRET) return AUTH_SECRET;
  const file = `${DATA_DIR}/secret`;
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < AUTH_SECRET_MIN)
    throw new UserError(
      `${file} has ${secret.length} characters, and a secret at least ${AUTH_SECRET_MIN}: the disk may have been full when it was made. Restore it from a backup, or remove it: a new one is made, and everybody signs in again.`,
    );
  return secret;
}

/** The file appears with all of its content, on the disk, or not at all. Of two processes, the first makes it. */
function makeSecret(file: string): void {
  const temporary = `${file}.${process.pid}`;
  try {
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      writeFileSync(descriptor, randomBytes(32).toString('base64'));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
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
