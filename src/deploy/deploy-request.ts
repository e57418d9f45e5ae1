import type { Purger } from './purger.ts';
import type { Target } from './target.ts';

export interface DeployRequest {
  /** Name of the target in `deploy.config.ts`. */
  name: string;
  target: Target;
  purgers: Purger[];
  /** Where and how many URLs are fetched after the deployment; false for none. */
  verify: { address?: string | undefined; maxUrls: number } | false;
  /** Number of generations that stay in the target. */
  keep: number;
  /** Days for which hashed files are served after their last generation. */
  assetDays: number;
  /** Folder of the build. */
  dist: string;
  /** Generation of the target to go back to; undefined for the build. */
  to?: string | undefined;
  /** Hosts to exchange; undefined for all. */
  hosts?: string[] | undefined;
  /** Whether to say only what a deployment would do. */
  isDryRun: boolean;
  signal: AbortSignal;
}

export interface DeployProgress {
  /** A sentence for the operator, before the deployment starts. */
  say(sentence: string): void;
  /** The step that begins. */
  step(step: string): void;
  /** Bytes that the target has of those to send. */
  sent(bytes: number, total: number): void;
}

/** {@link DeployProgress} as a line of JSON, which `--json` prints to stderr. */
export type TransferEvent =
  | { type: 'say'; text: string }
  | { type: 'step'; text: string }
  | { type: 'sent'; bytes: number; total: number; secondsLeft: number | null };
