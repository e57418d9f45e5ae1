import type { ChatMessage, DeliveryMarks } from '../../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import { countsAsUnread } from '../../../../contract/chat/unread.ts';
import type { PendingMessage } from '../../client/chat-client-types.ts';

/** A row of the message list. */
export interface MessageRowData {
  key: string;
  sender: Person;
  at: number;
  /** `seq` of the message that this one replies to. */
  replyTo: number | undefined;
  isOwn: boolean;
  /** Whether it is the first message of its day. */
  startsDay: boolean;
  /** Whether it is the first of consecutive messages of a sender. */
  startsGroup: boolean;
  /** Whether the line "new" stands above it. */
  isFirstNew: boolean;
  /** Below the last own message of a conversation that has arrived as far. */
  mark: Mark | undefined;
  message?: ChatMessage;
  pending?: PendingMessage;
}

/** How far an own message has come: to the service, to a device of the other person, or to their eyes. */
type Mark = 'sent' | 'delivered' | 'seen';

const GROUP_MS = 5 * 60_000;

/**
 * @param firstNew `seq` of the message below the line "new", which goes once the user has written after it
 * @param marks of a conversation
 */
export function toMessageRows(
  messages: readonly ChatMessage[],
  pending: readonly PendingMessage[],
  me: Person,
  firstNew: number | undefined,
  marks?: DeliveryMarks,
): MessageRowData[] {
  const isAnswered = messages.some(({ seq, sender }) => sender.id === me.id && seq > (firstNew ?? Infinity));
  const markOf = marks && marksBySeq(messages, me, marks);
  // A message can be delivered before its acknowledgement.
  const arrived = new Set(messages.filter(({ sender }) => sender.id === me.id).map(({ id }) => id));
  const items = [
    ...messages.map((message) => ({ id: message.id, sender: message.sender, at: message.at, message })),
    ...pending
      .filter(({ id }) => !arrived.has(id))
      .map((message) => ({ id: message.id, sender: me, at: message.at, pending: message })),
  ];
  return items.map(({ id, ...item }, index) => {
    const before = items[index - 1];
    const source = 'message' in item ? item.message : item.pending;
    const startsDay = !before || dayOf(before.at) !== dayOf(item.at);
    const isFirstNew = 'message' in item && item.message.seq === firstNew && !isAnswered;
    return {
      ...item,
      // The same key before and after delivery, so that React keeps the row.
      key: `${item.sender.id} ${id}`,
      replyTo: source.replyTo ?? undefined,
      isOwn: item.sender.id === me.id,
      startsDay,
      isFirstNew,
      mark: 'message' in item ? markOf?.get(item.message.seq) : undefined,
      startsGroup: startsDay || isFirstNew || before.sender.id !== item.sender.id || item.at - before.at > GROUP_MS,
    };
  });
}

/** The mark of the last own message that was seen, delivered or only sent: it holds for the own messages above. */
function marksBySeq(
  messages: readonly ChatMessage[],
  me: Person,
  { delivered, seen = 0 }: DeliveryMarks,
): Map<number, Mark> {
  const own = messages.filter(({ sender, text, call }) => sender.id === me.id && text !== null && !call);
  const last = new Map<Mark, number>();
  for (const { seq } of own) last.set(seq <= seen ? 'seen' : seq <= delivered ? 'delivered' : 'sent', seq);
  return new Map([...last].map(([mark, seq]) => [seq, mark]));
}

/** Counts the unread messages below a row. */
export const unreadAfter = (rows: readonly MessageRowData[], key: string | undefined, me: Person): number =>
  rows
    .slice(rows.findIndex((row) => row.key === key) + 1)
    .filter(({ message }) => message && countsAsUnread(message, me.id)).length;

/** Messages of others after a `seq`, without records of calls. */
export const saidSince = (messages: readonly ChatMessage[], seq: number, me: Person): ChatMessage[] =>
  messages.filter((message) => message.seq > seq && message.sender.id !== me.id && !!message.text);

const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
