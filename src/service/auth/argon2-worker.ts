// A worker of low-priority-workers.ts.
import { hashSync, verifySync } from '@node-rs/argon2';

/** Argon2id with 19 MiB and two passes. @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
export const hash = (password: string): string => hashSync(password);

export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password);
