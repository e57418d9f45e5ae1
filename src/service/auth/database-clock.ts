import { APIError, type BetterAuthPlugin, type DBAdapter, type DBTransactionAdapter } from 'better-auth';

import { isBusy } from '../database/error-code.ts';

/**
 * Stores the times of better-auth by the clock of the database. better-auth itself sees the clock of this node: it compares times of
 * sessions and of challenges with it.
 * @param lead milliseconds by which the clock of the database is ahead of that of this node
 */
export const databaseClock = (lead: () => number): BetterAuthPlugin => {
  const store = <Value>(value: Value): Value => shifted(value, lead());
  const read = async <Value>(value: Promise<Value>): Promise<Value> => shifted(await value.catch(passBusy), -lead());
  const withClock = (adapter: DBTransactionAdapter): DBTransactionAdapter =>
    ({
      ...adapter,
      create: (query) => read(adapter.create(store(query))),
      findOne: (query) => read(adapter.findOne(store(query))),
      findMany: (query) => read(adapter.findMany(store(query))),
      count: (query) => adapter.count(store(query)),
      update: (query) => read(adapter.update(store(query))),
      updateMany: (query) => adapter.updateMany(store(query)),
      delete: (query) => adapter.delete(store(query)),
      deleteMany: (query) => adapter.deleteMany(store(query)),
      consumeOne: (query) => read(adapter.consumeOne(store(query))),
    }) as DBTransactionAdapter;
  return {
    id: 'database-clock',
    init: ({ adapter }) => ({
      context: {
        adapter: {
          ...withClock(adapter),
          transaction: (work) => adapter.transaction((inner) => work(withClock(inner))),
        } as DBAdapter,
      },
    }),
  };
};

/** better-auth replaces errors of the database, and no `APIError`: with the message, it stays known as busy. */
function passBusy(error: unknown): never {
  if (isBusy(error)) throw new APIError('SERVICE_UNAVAILABLE', { message: (error as Error).message });
  throw error;
}

/** A query or row with all its times moved. */
function shifted<Value>(value: Value, milliseconds: number): Value {
  if (value instanceof Date) return new Date(value.getTime() + milliseconds) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => shifted(item, milliseconds)) as Value;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shifted(item, milliseconds)])) as Value;
}
