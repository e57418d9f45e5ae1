import { redactDatabaseErrors } from '../../src/service/database/redact-database-errors.ts';
import { explainFileError } from './explain-file-error.ts';

/** Imported first by every script: a mistake is told in its own words, a file that is in the way by name, anything else with its stack; of a database error no values. */
process.setUncaughtExceptionCaptureCallback((error: NodeJS.ErrnoException) => {
  const isMistake = error.name === 'Mistake' || String(error.code).startsWith('ERR_PARSE_ARGS');
  redactDatabaseErrors(error);
  console.error(isMistake ? error.message : (explainFileError(error) ?? error));
  process.exit(1);
});
