import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import type { PendingMessage } from '../client/state.ts';

/** A message as the list shows it. */
export interface MessageRowData {
  key: string;
  sender: Person;
  at: number;
  /** The `seq` of the message that it answers. */
  replyTo: number | undefined;
  isOwn: boolean;
  /** First of its day. */
  startsDay: boolean;
  /** First of those that one person said in a row. */
  startsGroup: boolean;
  /** The line "new" stands above it. */
  isFirstNew: boolean;
  message?: ChatMessage;
  pending?: PendingMessage;
}

const GROUP_MS = 5 * 60_000;

/** @param firstNew `seq` of the message below the line "new" */
export function toMessageRows(
  messages: readonly ChatMessage[],
  pending: readonly PendingMessage[],
  me: Person,
  firstNew: number | undefined,
): MessageRowData[] {
  // What has arrived may not have been acknowledged yet.
  const arrived = new Set(messages.filter(({ sender }) => sender.id === me.id).map(({ id }) => id));
  const items = [
    ...messages.map((message) => ({ id: message.id, sender: message.sender, at: message.at, message })),
    ...pending
      .filter(({ id }) => !arrived.has(id))
      .map((one) => ({ id: one.id, sender: me, at: one.at, pending: one })),
  ];
  return items.map(({ id, ...item }, index) => {
    const before = items[index - 1];
    const said = 'message' in item ? item.message : item.pending;
    const startsDay = !before || dayOf(before.at) !== dayOf(item.at);
    const isFirstNew = 'message' in item && item.message.seq === firstNew;
    return {
      ...item,
      // The same before and after it has arrived.
      key: `${item.sender.id} ${id}`,
      replyTo: said.replyTo ?? undefined,
      isOwn: item.sender.id === me.id,
      startsDay,
      isFirstNew,
      startsGroup: startsDay || isFirstNew || before.sender.id !== item.sender.id || item.at - before.at > GROUP_MS,
    };
  });
}

/** The first message of somebody else that one has not read, if there are read ones above it. */
export function firstNewOf(messages: readonly ChatMessage[], read: number, me: Person): number | undefined {
  const index = messages.findIndex(({ seq, sender }) => seq > read && sender.id !== me.id);
  return index > 0 ? messages[index]!.seq : undefined;
}

/** How many messages of others stand below a row. */
export const othersAfter = (rows: readonly MessageRowData[], key: string | undefined): number =>
  rows.slice(rows.findIndex((row) => row.key === key) + 1).filter(({ isOwn }) => !isOwn).length;

/** What others have said after a `seq`; a call has been heard of otherwise. */
export const saidSince = (messages: readonly ChatMessage[], seq: number, me: Person): ChatMessage[] =>
  messages.filter((message) => message.seq > seq && message.sender.id !== me.id && !!message.text);

const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
