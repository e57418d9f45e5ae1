import type { BetterAuthPlugin, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

import { tokenHash } from './tokens.ts';

/**
 * Keeps hashes of session tokens in the database instead of the tokens, so that a copy of it signs no one in. better-auth
 * itself sees each token as the browser has it.
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

/** A query for the hashes of the tokens that it names. */
const hashed = <Q extends Pick<Query, 'model' | 'where'>>(query: Q): Q =>
  query.model === 'session'
    ? { ...query, where: query.where?.map((one) => (one.field === 'token' ? withHash(one) : one)) }
    : query;

const withHash = (condition: Where): Where => {
  const hashes = tokensIn(condition).map(tokenHash);
  return { ...condition, value: Array.isArray(condition.value) ? hashes : hashes[0]! };
};

/** A row with the token under which a query found it. */
function withToken(row: Row, { model, where = [] }: Pick<Query, 'model' | 'where'>): Row {
  if (model !== 'session' || !row) return row;
  const tokens = where.filter(({ field }) => field === 'token').flatMap(tokensIn);
  const token = tokens.find((one) => tokenHash(one) === row.token);
  return token === undefined ? row : { ...row, token };
}

const tokensIn = ({ value }: Where): string[] => (Array.isArray(value) ? value : [value]).map(String);
