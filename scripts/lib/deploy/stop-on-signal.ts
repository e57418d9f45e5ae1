import { UserError } from '../../../src/shared/user-error.ts';

/** A signal that SIGINT and SIGTERM abort, so that a deployment gives its lease back. A second one ends the process. */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => controller.abort(new UserError(`Stopped by ${name}.`)));
  return controller.signal;
}
