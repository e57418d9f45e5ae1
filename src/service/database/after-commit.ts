import { required } from '../../shared/required.ts';
import type { Db, Transaction } from './tables/tables.ts';

const tasksOf = new WeakMap<Transaction, (() => unknown)[]>();

/**
 * Runs a task in a transaction, and then what the task has put off with {@link afterCommit}. Resolves after that.
 * @throws the error of the task, after which nothing was stored, and no other task runs
 */
export async function transact<Result>(db: Db, task: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  const tasks: (() => unknown)[] = [];
  const result = await db.transaction().execute((transaction) => {
    tasksOf.set(transaction, tasks);
    return task(transaction);
  });
  for (const run of tasks) await run();
  return result;
}

/** Puts off a task, such as telling sockets of a change, until a transaction of {@link transact} is committed. Tasks run in sequence. */
export const afterCommit = (transaction: Transaction, task: () => unknown): void =>
  void required(tasksOf.get(transaction), 'transact() around a transaction').push(task);
