import { sql } from 'kysely';

import type { ChatError, RequestBody } from '../../../contract/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/brands.ts';
import { rateLimits } from '../../request/rate-limits.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { hasLink } from './has-link.ts';

/** A message that is not stored yet. */
export interface MessageDraft extends RequestBody<'send'> {
  user: ChatUser;
}

/** Shorter texts are limited by their number. */
const LONG_TEXT_BYTES = 256;

/** How often the same text may stand among the last messages of a room. */
const SAME_MAX = 2;
const LAST_MESSAGES = 20;

/** What became of a message. */
export interface InsertedMessage {
  number: number;
  refusal: ChatError | 'locked' | null;
  seq: number;
  at: Date;
  /** Whether it was not stored before. */
  isNew: boolean;
  hiddenFrom: string[];
  /** People for whom the conversation is new, or shows presence from now on. */
  joined: string[] | null;
}

/** Stores a batch with the SQL function `insert_messages`. */
export async function insertMessages({ db, schema }: ServiceBrand, batch: MessageDraft[]): Promise<InsertedMessage[]> {
  const all = <Value>(of: (entry: MessageDraft) => Value): Value[] => batch.map(of);
  const bucket = (what: 'message' | 'linkInMessage' | 'longText', { user }: MessageDraft): string =>
    user.keyed(what, user.id);
  const { message, linkInMessage, longText } = rateLimits;
  const { rows } = await sql<InsertedMessage>`select * from ${sql.id(schema, 'insert_messages')}(
    ${all(({ room }) => room)}, ${all(({ user }) => user.id)}, ${all(({ id }) => id)}::uuid[],
    ${all(({ text }) => text)}, ${all(({ replyTo }) => replyTo ?? null)}::bigint[],
    ${all((entry) => bucket('message', entry))}, ${message.burst}, ${message.everySeconds},
    ${all((entry) => (hasLink(entry.text) ? bucket('linkInMessage', entry) : null))}::text[],
    ${linkInMessage.burst}, ${linkInMessage.everySeconds},
    ${all((entry) => (isLong(entry.text) ? bucket('longText', entry) : null))}::text[],
    ${longText.burst}, ${longText.everySeconds}, ${LAST_MESSAGES}, ${SAME_MAX}
  )`.execute(db);
  return rows;
}

export const isLong = (text: string): boolean => Buffer.byteLength(text) > LONG_TEXT_BYTES;
