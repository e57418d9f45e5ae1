/** An error of PostgreSQL. Message, detail, position and parameters can contain values from users. */
interface DatabaseError extends Error {
  severity: string;
  code?: string;
  table?: string;
  constraint?: string;
}

/** Removes values from database errors: of an error, its causes and its aggregated errors. */
export function redactDatabaseErrors(error: unknown): void {
  if (!(error instanceof Error)) return;
  redactDatabaseErrors(error.cause);
  if (error instanceof AggregateError) for (const inner of error.errors) redactDatabaseErrors(inner);
  if ('severity' in error) redact(error as DatabaseError);
}

function redact(error: DatabaseError): void {
  const { name, code, table, constraint, stack = '' } = error;
  for (const key of Object.keys(error)) Reflect.deleteProperty(error, key);
  error.message = [code, table, constraint].filter(Boolean).join(' ');
  error.stack = [`${name}: ${error.message}`, ...framesOf(stack)].join('\n');
}

/** Stack frames of an error, without its message. */
export const framesOf = (stack: string): string[] => stack.split('\n').filter((line) => line.startsWith('    at '));
