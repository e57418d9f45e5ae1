/** Errors of `pg` that have no code, by their messages. docs/operate.md says what to do about each. */
const codes: Record<string, string> = {
  'timeout exceeded when trying to connect': 'POOL_EXHAUSTED',
  'Query read timeout': 'QUERY_TIMEOUT',
  'Connection terminated due to connection timeout': 'CONNECTION_TIMEOUT',
  'Connection terminated unexpectedly': 'CONNECTION_LOST',
  'Connection terminated': 'CONNECTION_LOST',
  'Client has encountered a connection error and is not queryable': 'CONNECTION_LOST',
};

/** The code of an error, PostgreSQL's (SQLSTATE) and Node's among them. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const errorCode = ({ code, message }: NodeJS.ErrnoException): string | undefined => code ?? codes[message];
