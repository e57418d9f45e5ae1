import { sql } from 'kysely';

import type { ActionBody } from '../../contract/form-schemas.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import type { Account, ShownChange } from '../../contract/response-schemas.ts';
import type { RuleChange } from '../../output/rule-changes.ts';
import { now, readNow } from '../database/database-now.ts';
import type { Db } from '../database/tables/tables.ts';
import type { UserFormHandler } from '../request/current-user.ts';
import { refuseForm } from '../request/form-result.ts';
import type { RequestContext } from '../request/request-context.ts';
import { changesPath, keyOf, type PendingChanges, pendingChanges } from './pending-changes.ts';

/** Reads the changes that the chat shows to a user; members without changes are missing. */
export async function changesFor(
  context: RequestContext,
  userId: string,
): Promise<Pick<Account, 'changes' | 'coming'>> {
  const { inForce, coming } = await concerning(context, userId);
  if (!inForce.length && !coming.length) return {};
  const notices = await changeNoticesOf(context.brand.db, userId);
  const without = (changes: RuleChange[], answer: 'acceptedAt' | 'dismissedAt') => {
    const answered = new Set(notices.filter((notice) => notice[answer]).map(keyOf));
    return changes.filter((change) => !answered.has(keyOf(change))).map(toShown);
  };
  const [unread, announced] = [without(inForce, 'acceptedAt'), without(coming, 'dismissedAt')];
  return { ...(unread.length && { changes: unread }), ...(announced.length && { coming: announced }) };
}

/** Stores that a user has read changes in force, or dismissed the announcement of coming ones: of those that the user was shown. */
export const answerChanges: UserFormHandler<ActionBody<'changes'>> = async (
  { accepted = [], dismissed = [] },
  context,
  { user },
) => {
  const { inForce, coming } = await concerning(context, user.id);
  const read = among(inForce, accepted);
  const seen = among([...inForce, ...coming], dismissed);
  if (!read || !seen) return refuseForm('body');
  await store(context.brand.db, user.id, 'acceptedAt', read);
  await store(context.brand.db, user.id, 'dismissedAt', seen);
  return { next: SIGNED_IN };
};

/** Reads the changes that a user was told of, with the times. */
export const changeNoticesOf = (db: Db, userId: string) =>
  db
    .selectFrom('changeNotice')
    .select(['document', 'block as id', 'version', 'mailedAt', 'dismissedAt', 'acceptedAt'])
    .where('userId', '=', userId)
    .orderBy('document')
    .orderBy('block')
    .orderBy('version')
    .execute();

/** Stores host and language of a visit: mails have them. */
export async function rememberEdition({ brand, edition }: RequestContext, userId: string): Promise<void> {
  const { host, lang } = edition;
  await brand.db
    .updateTable('user')
    .set({ host, lang })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('host', 'is distinct from', host), eb('lang', 'is distinct from', lang)]))
    .execute();
}

async function concerning({ brand, ruleChanges }: RequestContext, userId: string): Promise<PendingChanges> {
  const { changes } = ruleChanges();
  if (!changes.length) return { inForce: [], coming: [] };
  const user = await brand.db.selectFrom('user').select('rulesAcceptedAt').where('id', '=', userId).executeTakeFirst();
  const present = await readNow(brand.db);
  return pendingChanges(changes, user?.rulesAcceptedAt ?? present, present);
}

/** The changes with these keys; undefined if a key is of no such change. */
function among(changes: RuleChange[], keys: string[]): RuleChange[] | undefined {
  const byKey = new Map(changes.map((change) => [keyOf(change), change]));
  const found = [...new Set(keys)].map((key) => byKey.get(key));
  return found.every((change) => change !== undefined) ? found : undefined;
}

/** The first answer counts. */
async function store(
  db: Db,
  userId: string,
  answer: 'acceptedAt' | 'dismissedAt',
  changes: RuleChange[],
): Promise<void> {
  if (!changes.length) return;
  await db
    .insertInto('changeNotice')
    .values(changes.map(({ document, id, version }) => ({ userId, document, block: id, version, [answer]: now })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'document', 'block', 'version']).doUpdateSet({
        [answer]: sql`coalesce(${sql.ref(`changeNotice.${answer}`)}, ${sql.ref(`excluded.${answer}`)})`,
      }),
    )
    .execute();
}

const toShown = (change: RuleChange): ShownChange => {
  const { inForce, title, note } = change;
  return { key: keyOf(change), path: changesPath(change), inForce, title, note };
};
