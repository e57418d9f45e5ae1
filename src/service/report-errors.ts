import type { Logger } from 'pino';

import { errorCode } from './database/error-code.ts';
import { framesOf } from './database/redact-database-errors.ts';

/** So long errors of one kind are counted after the first of them. */
const SAMPLE_MS = 60_000;

/**
 * Logs errors without data, and hands them on. Of errors with one name, code and place, the first in a minute; the log says how many followed.
 * @param onError is handed what is logged at once
 */
export function createErrorReporter(log: Logger, onError: (error: Error) => void): (error: unknown) => void {
  const repeats = new Map<string, number>();
  return (error) => {
    const told = withoutData(error as Error);
    const at = framesOf(told.stack!);
    const kind = `${told.name} ${told.message} ${at[0]}`;
    const count = repeats.get(kind);
    repeats.set(kind, (count ?? -1) + 1);
    if (count !== undefined) return;
    const line = { error: told.name, code: told.message, at };
    setTimeout(() => {
      const repeated = repeats.get(kind);
      repeats.delete(kind);
      if (repeated) log.error({ ...line, repeated }, 'unexpected error, repeated within a minute');
    }, SAMPLE_MS).unref();
    log.error(line, 'unexpected error');
    onError(told);
  };
}

/** What an error was and where; a database puts what people typed into its messages. */
function withoutData(error: Error): Error {
  const { name, stack = '' } = error;
  const told = new Error(errorCode(error) ?? name);
  told.name = name;
  told.stack = [String(told), ...framesOf(stack)].join('\n');
  return told;
}
