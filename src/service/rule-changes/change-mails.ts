import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import type { RuleChange } from '../../output/rule-changes.ts';
import { rootOf } from '../../site/editions/editions.ts';
import { editionOfAccount } from '../brands/edition-of-account.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import { readNow } from '../database/database-now.ts';
import type { Db } from '../database/tables/tables.ts';
import { isOlder, keyOf, mailedChanges } from './pending-changes.ts';
import { type Letter, type QueueSettings, queueLetters } from './queue-letters.ts';
import type { RuleChanges } from './rule-changes-reader.ts';

/** Pauses between two looks for mails to queue, and between two steps: the embedded database works in this thread, where requests wait. */
const PAUSE_MS = 5000;
const STEP_PAUSE_MS = 20;

/** Accounts read by a statement, and mails queued by a transaction: the embedded database has a single connection. */
const ACCOUNTS = 200;
const MAILS = 20;

interface ChangeMailDeps extends QueueSettings {
  ruleChanges: () => RuleChanges;
}

/** Queues mails about important changes for all accounts of the brands, until it is stopped. */
export function startChangeMails(
  brands: ServiceBrand[],
  deps: ChangeMailDeps,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const rounds = brands.map((brand) => createMailRound(brand, deps));
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, stopping).catch(() => undefined);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      for (const queueNext of rounds)
        while (!stopping.signal.aborted && (await queueNext().catch(onError)) === 'more') await pause(STEP_PAUSE_MS);
      await pause(PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Returns a function that queues the next mails about important changes: for each account a single mail about all of them. It starts
 * with the first account again whenever there are other changes. A row of `changeNotice` for each account and change keeps nodes that
 * work at the same time, and a node that starts again, from sending a mail twice.
 * @returns whether there is more to do before the rate limit or the last account
 */
export function createMailRound(brand: ServiceBrand, deps: ChangeMailDeps): () => Promise<'more' | 'wait'> {
  let known: RuleChanges | undefined;
  let changes = new Map<string, RuleChange[]>();
  /** Id of the last account that is done; undefined once all are. */
  let after: string | undefined;
  return async () => {
    const present = deps.ruleChanges();
    if (present !== known) {
      known = present;
      changes = importantChanges(brand, present, await readNow(brand.db));
      after = '';
    }
    if (after === undefined || !changes.size) return 'wait';
    const accounts = await accountsAfter(brand.db, after);
    const letters = accounts.flatMap((account) => letterTo(account, brand, changes));
    const wanted = letters.slice(0, MAILS);
    const count = wanted.length && (await queueLetters(wanted, brand, deps));
    if (count < letters.length) after = letters[count - 1]?.account.id ?? after;
    else after = accounts[ACCOUNTS - 1]?.id;
    return count < wanted.length || after === undefined ? 'wait' : 'more';
  };
}

type Account = Awaited<ReturnType<typeof accountsAfter>>[number];

/** Important changes by edition, as `<host>/<lang>`; only editions that have some. */
function importantChanges({ editions }: ServiceBrand, ruleChanges: RuleChanges, now: Date): Map<string, RuleChange[]> {
  const byEdition = editions.map(
    (edition) => [rootOf(edition), mailedChanges(ruleChanges(edition).changes, now)] as const,
  );
  return new Map(byEdition.filter(([, changes]) => changes.length > 0));
}

/** Reads accounts in the order of their ids, with the changes that they were told of. */
const accountsAfter = (db: Db, after: string) =>
  db
    .selectFrom('user')
    .select(['id', 'email', 'host', 'lang', 'createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('changeNotice')
        .select(sql<string[] | null>`array_agg("document" || '#' || "block" || '@' || "version")`.as('versions'))
        .whereRef('changeNotice.userId', '=', 'user.id')
        .where(({ or, eb }) => or([eb('mailedAt', 'is not', null), eb('acceptedAt', 'is not', null)]))
        .as('told'),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(ACCOUNTS)
    .execute();

/** The mail to an account in the edition of its last visit, else in that of the brand; none if the account knows every change. */
function letterTo(account: Account, brand: ServiceBrand, changes: Map<string, RuleChange[]>): Letter[] {
  const edition = editionOfAccount(account, brand);
  const unknown = (changes.get(rootOf(edition)) ?? []).filter(
    (change) => isOlder(account.createdAt, change) && !account.told?.includes(keyOf(change)),
  );
  return unknown.length ? [{ account, edition, changes: unknown }] : [];
}
