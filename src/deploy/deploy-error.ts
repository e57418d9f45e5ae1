import { UserError } from '../shared/user-error.ts';

/** Exit codes of `npm run deploy`. */
export const exitCodes = {
  /** Done, or nothing to do. */
  done: 0,
  /** Failed. The message says which generation visitors have. */
  failed: 1,
  /** Wrong arguments or settings. Nothing was sent. */
  wrongUse: 2,
  /** Another deployment holds the lease. */
  leaseHeld: 3,
  /** The new generation is served, and verification found differences. */
  differs: 4,
} as const;

/** An error of a deployment that has an exit code of its own. */
export class DeployError extends UserError {
  readonly exitCode: number;

  constructor(code: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[code];
  }
}
