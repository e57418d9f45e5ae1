import { type Kysely, sql } from 'kysely';

import type { ChatError, RequestBody } from '../../../contract/chat-protocol.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Tables } from '../../database/tables.ts';
import { rateLimits } from '../../request/rate-limits.ts';
import { hiddenPairs } from '../core/access.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { RoomBroadcast } from '../realtime/room-broadcast.ts';
import { type MessageRow, toMessage } from './history.ts';
import { isLong } from './insert-messages.ts';

/** Most edits of a message: every former text is stored for reports. */
export const EDITS_MAX = 20;

/** Replaces the text of the user's own message. */
export const editMessage = (
  { room, seq, text }: RequestBody<'edit'>,
  user: ChatUser,
  broadcaster: Broadcaster,
): Promise<void> => change({ room, seq, change: 'edit', text }, user, broadcaster);

/** Deletes the text of the user's own message; the message stays as deleted. */
export const deleteMessage = (
  { room, seq }: RequestBody<'delete'>,
  user: ChatUser,
  broadcaster: Broadcaster,
): Promise<void> => change({ room, seq, change: 'delete' }, user, broadcaster);

/** Adds or removes a reaction of the user. */
export const reactToMessage = (
  { room, seq, reaction, on }: RequestBody<'react'>,
  user: ChatUser,
  broadcaster: Broadcaster,
): Promise<void> => change({ room, seq, change: on ? 'react' : 'unreact', reaction }, user, broadcaster);

interface Change {
  room: string;
  seq: number;
  change: 'edit' | 'delete' | 'react' | 'unreact';
  text?: string;
  reaction?: string;
}

type Changed = { refusal: ChatError } | ({ refusal: null; hiddenFrom: string[] } & Omit<MessageRow, 'call'>);

/** Changes a message with the SQL function `change_message`, and broadcasts it. */
async function change(
  { room, seq, change: kind, text, reaction }: Change,
  { id, brand, keyed }: ChatUser,
  { broadcast }: Broadcaster,
): Promise<void> {
  const { longText } = rateLimits;
  const { rows } = await sql<Changed>`select * from ${sql.id(brand.schema, 'change_message')}(
    ${room}, ${seq}, ${id}, ${kind}, ${text ?? null}, ${reaction ?? null}, ${EDITS_MAX},
    ${text && isLong(text) ? keyed('longText', id) : null}, ${longText.burst}, ${longText.everySeconds}
  )`.execute(brand.db);
  const [changed] = rows;
  if (!changed) return;
  if (changed.refusal) throw new ChatRefusal(changed.refusal);
  const hidden = changed.reactions
    ? await hiddenReactions(brand.db, room, changed.reactions)
    : new Map<string, string[]>();
  const broadcastOf = (reactions: MessageRow['reactions'], hiddenFrom: string[], only?: string): RoomBroadcast => {
    const message = toMessage({ ...changed, reactions, call: null });
    const changes = { room, from: message.position - 1, head: message.position, messages: [message] };
    return { brand: brand.id, changes, sender: message.sender.id, hiddenFrom, ...(only && { only }) };
  };
  broadcast([
    broadcastOf(changed.reactions, [...changed.hiddenFrom, ...hidden.keys()]),
    ...[...hidden].map(([viewer, people]) =>
      broadcastOf(
        changed.reactions!.filter(([, person]) => !people.includes(person)),
        changed.hiddenFrom,
        viewer,
      ),
    ),
  ]);
}

/** Ids of people with reactions hidden by blocks, by the id of the member who must not see them. */
async function hiddenReactions(
  db: Kysely<Tables>,
  room: string,
  reactions: NonNullable<MessageRow['reactions']>,
): Promise<Map<string, string[]>> {
  const people = [...new Set(reactions.map(([, person]) => person))];
  const rows = await db
    .selectFrom(hiddenPairs(db).as('pair'))
    .innerJoin('member', (join) => join.onRef('member.userId', '=', 'pair.viewer').on('member.room', '=', room))
    .select(['pair.hidden as person', 'pair.viewer'])
    .distinct()
    .where('pair.hidden', '=', anyOf(people))
    .execute();
  const byViewer = Map.groupBy(rows, ({ viewer }) => viewer);
  return new Map([...byViewer].map(([viewer, all]) => [viewer, all.map(({ person }) => person)]));
}
