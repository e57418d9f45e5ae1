import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import { langOfRoom } from '../../../contract/chat/public-room.ts';
import { isWithinRateLimit } from '../../request/rate-limits.ts';
import { roomOf } from '../core/access.ts';
import { refuseBanned } from '../core/banned-until.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { isPublicRoom } from '../core/public-rooms.ts';
import { refuseRestricted } from '../core/restrictions.ts';
import { hasMessage } from './history.ts';
import type { FoundWords, WordFilter } from './word-filter.ts';

/** Most messages of a person that wait for moderators. */
const WAITING_MAX = 5;

/**
 * Lets a message pass, or refuses or holds it for words of the lists. Only public rooms have lists. A message that is stored, or that a
 * moderator released, passes: browsers resend it after a lost response.
 * @throws ChatRefusal `muted` or `limited` by moderators; `words`, also after a moderator refused it; `held` while it waits; `tooMany` above a limit
 */
export async function holdListed(draft: RequestBody<'send'>, user: ChatUser, filter: WordFilter): Promise<void> {
  const found = wordsIn(draft, user, filter);
  if (!found || (await hasMessage(user.brand.db, user.id, draft.id))) return;
  const earlier = await user.brand.db
    .selectFrom('heldMessage')
    .select(['released', 'decidedAt', 'text', 'room'])
    .where('sender', '=', user.id)
    .where('clientId', '=', draft.id)
    .executeTakeFirst();
  // Moderators released this text in this room alone.
  if (earlier?.released && (earlier.text !== draft.text || earlier.room !== draft.room)) throw new ChatRefusal('body');
  if (earlier?.released) return;
  if (earlier) throw new ChatRefusal(earlier.decidedAt ? 'words' : 'held');
  if (found.refuse.length) throw new ChatRefusal('words');
  await hold(draft, user, found.hold);
  throw new ChatRefusal('held');
}

/** Refuses an edit with words of any list: the former text stays, so that nothing has to wait. @throws ChatRefusal `words` */
export function refuseListed(edit: { room: string; text: string }, user: ChatUser, filter: WordFilter): void {
  if (wordsIn(edit, user, filter)) throw new ChatRefusal('words');
}

const wordsIn = (
  { room, text }: { room: string; text: string },
  { brand }: ChatUser,
  filter: WordFilter,
): FoundWords | undefined => (isPublicRoom(brand, room) ? filter(text, langOfRoom(room)) : undefined);

const hold = ({ id, room, text, replyTo }: RequestBody<'send'>, user: ChatUser, words: string[]): Promise<void> =>
  user.brand.db.transaction().execute(async (transaction) => {
    await refuseBanned(transaction, user.id);
    await roomOf(transaction, user, room);
    await refuseRestricted(transaction, user, room);
    const context = { brand: { ...user.brand, db: transaction }, keyed: user.keyed };
    // It locks its row, so that messages at the same time are counted one after the other.
    const isWithin = await isWithinRateLimit(context, 'message', user.id);
    const { waiting } = await transaction
      .selectFrom('heldMessage')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('sender', '=', user.id)
      .where('decidedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (!isWithin || waiting >= WAITING_MAX) throw new ChatRefusal('tooMany');
    await transaction
      .insertInto('heldMessage')
      .values({ sender: user.id, clientId: id, room, text, replyTo: replyTo ?? null, words })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
