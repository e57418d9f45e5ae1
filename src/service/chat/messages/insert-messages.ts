import { sql } from 'kysely';

import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import type { MessageSender } from '../../brands/account-events.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { rateLimits } from '../../request/rate-limits.ts';
import type { StoredRow } from './batch-writer.ts';
import { hasLink } from './has-link.ts';

/** A message to store. */
export interface MessageDraft extends RequestBody<'send'> {
  user: MessageSender;
}

/** Shorter texts are limited by number only. */
const LONG_TEXT_BYTES = 256;

/** Most equal texts among the last messages of a room. */
const SAME_MAX = 2;
const LAST_MESSAGES = 20;

/** Result of storing a message. */
export interface InsertedMessage extends StoredRow {
  seq: number;
  at: Date;
  /** False if the message was already stored. */
  isNew: boolean;
  hiddenFrom: string[];
  /** People who see the conversation as new, or see presence in it from now on. */
  joined: string[] | null;
}

/** Stores a batch of messages with the SQL function `insert_messages`. */
export async function insertMessages({ db, schema }: ServiceBrand, batch: MessageDraft[]): Promise<InsertedMessage[]> {
  const all = <Value>(of: (entry: MessageDraft) => Value): Value[] => batch.map(of);
  const bucket = (limit: 'message' | 'linkInMessage' | 'longText', { user }: MessageDraft): string =>
    user.keyed(limit, user.id);
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
