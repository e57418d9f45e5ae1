import { inspect } from 'node:util';

import { redactDatabaseErrors } from '../../../src/service/database/redact-database-errors.ts';
import { explainFileError } from './explain-file-error.ts';

/** Every script imports this first. It prints a user error as its message, a file error as an explanation, any other error with its stack. Database errors lose their values. */
process.setUncaughtExceptionCaptureCallback((thrown: unknown) => {
  printError(thrown);
  process.exit(1);
});

/** Prints an error to stderr. */
export function printError(thrown: unknown): void {
  // Any value can be thrown.
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(`Thrown: ${inspect(thrown)}`);
  const isUserError = error.name === 'UserError' || String(error.code).startsWith('ERR_PARSE_ARGS');
  redactDatabaseErrors(error);
  console.error(isUserError ? error.message : (explainFileError(error) ?? error));
}
