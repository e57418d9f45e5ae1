/** What a deployment, or its plan, tells the page that waits for it, one event a line. */
export type DeployEvent =
  /** A sentence of the plan. */
  | { type: 'say'; text: string }
  /** The step that begins. */
  | { type: 'step'; text: string }
  /** @example { type: 'sent', share: 0.25, text: '15 kB of 61 kB, 3 s left' } */
  | { type: 'sent'; share: number; text: string }
  | ({ type: 'done' } & FinishedDeployment)
  /** Why it failed, with its exit code: see `exitCodes`. */
  | { type: 'failed'; text: string; exitCode?: number };

/** A plan, or a deployment that succeeded. */
export interface FinishedDeployment {
  /** Whether there was nothing to do. */
  isUpToDate: boolean;
  /** What was done. */
  summary: string;
  /** What the plan leads to, by what it is about. */
  facts: Record<string, string>;
  /** Generations that the target keeps and visitors do not have, newest first. */
  earlier: { build: string; deployedAt: string }[];
}
