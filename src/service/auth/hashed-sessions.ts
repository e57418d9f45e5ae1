import type { BetterAuthPlugin, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

import { tokenHash } from './tokens.ts';

/**
 * Stores hashes of session tokens instead of the tokens, so that a copy of the database opens no session. better-auth itself
 * sees the tokens of the browser.
 * @see https://better-auth.com/docs/concepts/plugins#init
 */
export const hashedSessions: BetterAuthPlugin = {
  id: 'hashed-sessions',
  init: ({ adapter }) => ({ context: { adapter: withTransactions(adapter) } }),
};

const withTransactions = (adapter: DBAdapter): DBAdapter => ({
  ...withHashes(adapter),
  transaction: (work) => adapter.transaction((inner) => work(withHashes(inner))),
});

type Query = Parameters<DBAdapter['findMany']>[0];
type Row = { token?: string } | null;

const withHashes = (adapter: DBTransactionAdapter): DBTransactionAdapter =>
  ({
    ...adapter,
    create: async (query) => {
      const { token } = query.data as { token?: string };
      if (query.model !== 'session' || !token) return adapter.create(query);
      const created = await adapter.create({ ...query, data: { ...query.data, token: tokenHash(token) } });
      return { ...created, token };
    },
    findOne: async (query) => withToken(await adapter.findOne(hashed(query)), query),
    findMany: async (query) => (await adapter.findMany<Row>(hashed(query))).map((row) => withToken(row, query)),
    count: (query) => adapter.count(hashed(query)),
    update: async (query) => withToken(await adapter.update(hashed(query)), query),
    updateMany: (query) => adapter.updateMany(hashed(query)),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
    consumeOne: async (query) => withToken(await adapter.consumeOne(hashed(query)), query),
  }) as DBTransactionAdapter;

/** Replaces the tokens in a query by their hashes. */
const hashed = <Q extends Pick<Query, 'model' | 'where'>>(query: Q): Q =>
  query.model === 'session'
    ? {
        ...query,
        where: query.where?.map((condition) => (condition.field === 'token' ? withHash(condition) : condition)),
      }
    : query;

const withHash = (condition: Where): Where => ({
  ...condition,
  value: Array.isArray(condition.value) ? tokensIn(condition).map(tokenHash) : tokenHash(String(condition.value)),
});

/** Puts the token of the query back into a row. */
function withToken(row: Row, { model, where = [] }: Pick<Query, 'model' | 'where'>): Row {
  if (model !== 'session' || !row) return row;
  const tokens = where.filter(({ field }) => field === 'token').flatMap(tokensIn);
  const token = tokens.find((candidate) => tokenHash(candidate) === row.token);
  return token === undefined ? row : { ...row, token };
}

const tokensIn = ({ value }: Where): string[] => (Array.isArray(value) ? value : [value]).map(String);
