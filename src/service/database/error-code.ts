import { BusyError } from '../../shared/fair-queue.ts';

/** Codes for errors of `pg` without a code, by message. docs/operate.md explains each. */
const codes: Record<string, string> = {
  'timeout exceeded when trying to connect': 'POOL_EXHAUSTED',
  'Query read timeout': 'QUERY_TIMEOUT',
  'Connection terminated due to connection timeout': 'CONNECTION_TIMEOUT',
  'Connection terminated unexpectedly': 'CONNECTION_LOST',
  'Connection terminated': 'CONNECTION_LOST',
  'Client has encountered a connection error and is not queryable': 'CONNECTION_LOST',
};

/** The code of an error: of PostgreSQL (SQLSTATE), of Node, or of the list above. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const errorCode = ({ code, message }: NodeJS.ErrnoException): string | undefined => code ?? codes[message];

/** Whether a queue was full, or every connection busy: the sender is asked to try again. */
export const isBusy = (error: unknown): boolean =>
  error instanceof BusyError || errorCode(error as Error) === 'POOL_EXHAUSTED';
