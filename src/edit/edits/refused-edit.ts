import type { Diagnostic } from '../../shared/user-error.ts';

/** An edit that would lose something, or that is not possible. */
export class RefusedEdit extends Error {
  override name = 'RefusedEdit';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

export function refuse(file: string, message: string, hint: string, line = 1): never {
  throw new RefusedEdit({ file, line, message, hint });
}
