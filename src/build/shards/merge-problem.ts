import { UserError } from '../../shared/user-error.ts';

/** Why shards cannot be put together. */
export interface MergeProblem {
  /** A folder, or a file in it. */
  where: string;
  message: string;
  /** The correction, as an imperative sentence without full stop. */
  hint: string;
}

/** Receives a problem. A merge goes on, so that it reports all of them at once. */
export type Report = (problem: MergeProblem) => void;

/** One error that lists all problems. */
export const toMergeError = (problems: MergeProblem[]): UserError =>
  new UserError(
    `${problems.length} problem(s), and dist/ stays as it was:\n${problems.map(({ where, message, hint }) => `  ${where}  ${message}. ${hint}.`).join('\n')}`,
  );
