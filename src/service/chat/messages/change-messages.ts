import { sql } from 'kysely';

import type { Reaction } from '../../../contract/chat/reaction-emoji.ts';
import type { MessageSender } from '../../brands/account-events.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { rateLimits } from '../../request/rate-limits.ts';
import type { StoredRow } from './batch-writer.ts';
import type { MessageRow } from './history.ts';
import { isLong } from './insert-messages.ts';

/** A change of a message to store. */
export type ChangeDraft = { room: string; seq: number; user: MessageSender } & (
  | { change: 'edit'; text: string }
  | { change: 'delete' }
  | { change: 'react' | 'unreact'; reaction: Reaction }
);

/** Most edits of a message: every former text is stored for reports. */
export const EDITS_MAX = 20;

/** Result of storing a change. */
export interface StoredChange extends StoredRow {
  /** The head of the room after the change; null if the message stayed as it was. */
  position: number | null;
  /** The message after the batch, in the result of its last change. */
  message: ChangedMessage | null;
  /** Members of the room from whom a block hides people who have reacted to messages of the batch, in the result of the last change of the room. */
  hiddenPeople: { viewer: string; person: string }[] | null;
}

/** A message as it is after a change. */
type ChangedMessage = Omit<MessageRow, 'call'> & { hiddenFrom: string[] };

type ChangeRow = Omit<StoredChange, 'message'> & (ChangedMessage | { sender: null });

/** Stores a batch of changes with the SQL function `change_messages`. */
export async function changeMessages({ db, schema }: ServiceBrand, batch: ChangeDraft[]): Promise<StoredChange[]> {
  const all = <Value>(of: (draft: ChangeDraft) => Value): Value[] => batch.map(of);
  const { change, longText } = rateLimits;
  const { rows } = await sql<ChangeRow>`select * from ${sql.id(schema, 'change_messages')}(
    ${all(({ room }) => room)}, ${all(({ seq }) => seq)}::bigint[], ${all(({ user }) => user.id)},
    ${all((draft) => draft.change)}, ${all((draft) => ('text' in draft ? draft.text : null))}::text[],
    ${all((draft) => ('reaction' in draft ? draft.reaction : null))}::text[], ${EDITS_MAX},
    ${all((draft) => (draft.change === 'edit' ? null : draft.user.keyed('change', draft.user.id)))}::text[],
    ${change.burst}, ${change.everySeconds},
    ${all((draft) => ('text' in draft && isLong(draft.text) ? draft.user.keyed('longText', draft.user.id) : null))}::text[],
    ${longText.burst}, ${longText.everySeconds}
  )`.execute(db);
  return rows.map(({ number, refusal, position, hiddenPeople, ...message }) => ({
    number,
    refusal,
    position,
    message: message.sender === null || position === null ? null : { ...message, position },
    hiddenPeople,
  }));
}
