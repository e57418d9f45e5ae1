/** What PostgreSQL tells of an error; message, detail, position and parameters hold what people typed. */
interface DatabaseError extends Error {
  severity: string;
  code?: string;
  table?: string;
  constraint?: string;
}

/** Takes out of an error, its causes and the errors it gathers what a database says of values. */
export function redactDatabaseErrors(error: unknown): void {
  if (!(error instanceof Error)) return;
  redactDatabaseErrors(error.cause);
  if (error instanceof AggregateError) for (const one of error.errors) redactDatabaseErrors(one);
  if ('severity' in error) redact(error as DatabaseError);
}

function redact(error: DatabaseError): void {
  const { name, code, table, constraint, stack = '' } = error;
  for (const key of Object.keys(error)) Reflect.deleteProperty(error, key);
  error.message = [code, table, constraint].filter(Boolean).join(' ');
  error.stack = [`${name}: ${error.message}`, ...framesOf(stack)].join('\n');
}

/** Where an error came from, without its message. */
export const framesOf = (stack: string): string[] => stack.split('\n').filter((line) => line.startsWith('    at '));
