import type { Logger } from 'pino';

import { errorCode } from './database/error-code.ts';
import { framesOf } from './database/redact-database-errors.ts';

/** Time in which repeated errors are counted instead of logged. */
const SAMPLE_MS = 60_000;

/**
 * Returns a function that logs errors without data and passes them on: of errors with the same name, code and place, the first in a
 * minute. The number of repeats is logged afterwards.
 * @param onError called with each error that is logged at once
 */
export function createErrorReporter(log: Logger, onError: (error: Error) => void): (error: unknown) => void {
  const repeats = new Map<string, number>();
  return (error) => {
    const redacted = withoutData(error as Error);
    const at = framesOf(redacted.stack);
    const kind = `${redacted.name} ${redacted.message} ${at[0]}`;
    const count = repeats.get(kind);
    repeats.set(kind, (count ?? -1) + 1);
    if (count !== undefined) return;
    const line = { error: redacted.name, code: redacted.message, at };
    setTimeout(() => {
      const repeated = repeats.get(kind);
      repeats.delete(kind);
      if (repeated) log.error({ ...line, repeated }, 'unexpected error, repeated within a minute');
    }, SAMPLE_MS).unref();
    log.error(line, 'unexpected error');
    onError(redacted);
  };
}

/** Name, code and stack frames of an error, without its message: messages of databases contain values from users. */
function withoutData(error: Error): Error & { stack: string } {
  const { name, stack = '' } = error;
  const redacted = new Error(errorCode(error) ?? name);
  redacted.name = name;
  return Object.assign(redacted, { stack: [String(redacted), ...framesOf(stack)].join('\n') });
}
