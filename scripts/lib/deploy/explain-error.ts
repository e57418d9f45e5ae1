import { DeployError, exitCodes } from '../../../src/deploy/deploy-error.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { explainFileError } from '../terminal/explain-file-error.ts';

/** Message of an error for operators. Errors of the program come with their stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const details =
    error instanceof DeployError && cause instanceof Error && !(cause instanceof UserError) ? cause : undefined;
  const explained = explainFileError(details ?? error);
  if (explained) return details ? error.message.replace(details.message, explained) : explained;
  if (details) return `${error.message}\n${details.stack}`;
  return error instanceof UserError ? error.message : (error.stack ?? error.message);
}

/** Exit code of the command for an error. */
export function exitCodeOf(error: unknown): number {
  return error instanceof DeployError ? error.exitCode : exitCodes.failed;
}
