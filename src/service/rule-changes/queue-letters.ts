import { type Insertable, sql } from 'kysely';

import type { RuleChange } from '../../output/rule-changes.ts';
import { required } from '../../shared/required.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { KeyedHash } from '../auth/tokens.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import { now } from '../database/database-now.ts';
import type { Db, Tables } from '../database/tables/tables.ts';
import { toOutbox } from '../mail/enqueue-mail.ts';
import { changesPath, keyOf } from './pending-changes.ts';

/** Minutes whose mails are queued at once, and most minutes whose mails wait while the mail server is away. */
const BURST_MINUTES = 1 / 6;
const WAITING_MINUTES = 60;

/** A mail to an account about changes. */
export interface Letter {
  account: { id: string; email: string };
  edition: Edition;
  changes: RuleChange[];
}

export interface QueueSettings {
  keyed: KeyedHash;
  /** Most mails of a brand in a minute, of all nodes together. */
  mailsPerMinute: number;
}

/** Queues as many mails as the rate limit allows, from the first on. @returns their number */
export async function queueLetters(
  letters: Letter[],
  { db, schema }: ServiceBrand,
  settings: QueueSettings,
): Promise<number> {
  const { mailsPerMinute } = settings;
  const burst = Math.ceil(mailsPerMinute * BURST_MINUTES);
  const take = sql.id(schema, 'take');
  return db.transaction().execute(async (transaction) => {
    const { waiting } = await transaction
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<string>().as('waiting'))
      .where('kind', '=', 'rules')
      .executeTakeFirstOrThrow();
    if (Number(waiting) >= mailsPerMinute * WAITING_MINUTES) return 0;
    // The row of the limit stays locked until the end, so that nodes take turns.
    const { rows } = await sql<{ granted: string }>`select count(*) filter (
      where ${take}(${CHANGE_MAILS}, ${burst}, ${60 / mailsPerMinute})
    ) as "granted" from generate_series(1, ${letters.length}::integer)`.execute(transaction);
    const granted = letters.slice(0, Number(required(rows[0], 'number of granted mails').granted));
    if (granted.length) await storeLetters(transaction, granted, settings.keyed);
    return granted.length;
  });
}

/** Bucket of the rate limit. */
export const CHANGE_MAILS = 'mails about changes';

/** Stores the mails, with the changes that they tell of. Accounts that another node has told get none. */
async function storeLetters(transaction: Db, letters: Letter[], keyed: KeyedHash): Promise<void> {
  // Accounts may have been deleted since they were read.
  const accounts = await transaction
    .selectFrom('user')
    .select('id')
    .where(
      'id',
      'in',
      letters.map(({ account }) => account.id),
    )
    .orderBy('id')
    .forShare()
    .execute();
  const existing = new Set(accounts.map(({ id }) => id));
  const rows = letters
    .filter(({ account }) => existing.has(account.id))
    .flatMap(({ account, changes }) =>
      changes.map(({ document, id: block, version }) => ({
        userId: account.id,
        document,
        block,
        version,
        mailedAt: now,
      })),
    );
  if (!rows.length) return;
  const stored = await transaction
    .insertInto('changeNotice')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'document', 'block', 'version'])
        .doUpdateSet({ mailedAt: now })
        .where('changeNotice.mailedAt', 'is', null)
        .where('changeNotice.acceptedAt', 'is', null),
    )
    .returning(['userId', 'document', 'block as id', 'version'])
    .execute();
  const told = Map.groupBy(stored, ({ userId }) => userId);
  const mails = letters.flatMap((letter) => {
    const keys = new Set(told.get(letter.account.id)?.map(keyOf));
    const changes = letter.changes.filter((change) => keys.has(keyOf(change)));
    const [first] = changes;
    return first ? [mailOf({ ...letter, changes }, changesPath(first), keyed)] : [];
  });
  if (mails.length) await transaction.insertInto('outbox').values(mails).execute();
}

/** The mail of a letter. It links to the change, or to the page with all of them. @param path of the first change */
function mailOf({ account, edition, changes }: Letter, path: string, keyed: KeyedHash): Insertable<Tables['outbox']> {
  return toOutbox(
    { edition, origin: `https://${edition.host}`, keyed },
    'rules',
    account.email,
    changes.length === 1 ? path : path.replace(/#.*/, ''),
    { changes: changes.map(({ title, note, inForce }) => ({ title, note, inForce })) },
  );
}
