import type {
  RoomChanges,
  EnteredRoom,
  ChatMessage,
  HistoryPage,
  ChangesSince,
} from '../../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import type { Reaction } from '../../../../contract/chat/reaction-emoji.ts';
import { countsAsUnread } from '../../../../contract/chat/unread.ts';

/** The loaded messages of a room: without a gap up to `position`, from the first loaded message on. */
export interface RoomLog {
  /** The head up to which no change is missing. */
  position: number;
  /** In the order of `seq`. */
  messages: readonly ChatMessage[];
  hasOlder: boolean;
}

export const logOf = ({ head, messages, hasOlder }: EnteredRoom): RoomLog => ({ position: head, messages, hasOlder });

/** Applies changes to a log. @returns `gap` where changes before them are missing */
export function withChanges(log: RoomLog, { from, head, messages }: RoomChanges): RoomLog | 'gap' {
  if (head <= log.position) return log;
  if (from > log.position) return 'gap';
  return { ...log, position: head, messages: merge(log, messages) };
}

/** Applies the changes fetched since the position of the log. */
export const withMissed = (log: RoomLog, since: ChangesSince): RoomLog =>
  since.reset
    ? { position: since.head, messages: since.messages, hasOlder: since.hasOlder }
    : { ...log, position: Math.max(log.position, since.head), messages: merge(log, since.messages) };

export const withOlder = (log: RoomLog, { messages, hasOlder }: HistoryPage): RoomLog => ({
  ...log,
  messages: merge({ ...log, hasOlder: false }, messages),
  hasOlder,
});

/** Shows messages under the current names of their senders. @returns the same log if none has another name */
export function withNames(log: RoomLog, people: readonly Person[]): RoomLog {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const isStale = ({ sender }: ChatMessage): boolean => (names.get(sender.id) ?? sender.name) !== sender.name;
  if (!log.messages.some(isStale)) return log;
  const messages = log.messages.map((message) =>
    isStale(message) ? { ...message, sender: { ...message.sender, name: names.get(message.sender.id)! } } : message,
  );
  return { ...log, messages };
}

/** `seq` of the first unread message after `seen`, where seen messages stand above it. */
export function firstNewOf(messages: readonly ChatMessage[], seen: number, me: string | undefined): number | undefined {
  const index = messages.findIndex((message) => message.seq > seen && countsAsUnread(message, me ?? ''));
  return index > 0 ? messages[index]!.seq : undefined;
}

/** Keeps the newer state of each message. Change events hold no own reactions, so known reactions are carried over. */
function merge({ messages, hasOlder }: RoomLog, news: readonly ChatMessage[]): ChatMessage[] {
  const first = hasOlder ? (messages[0]?.seq ?? Infinity) : 0;
  const bySeq = new Map(messages.map((message) => [message.seq, message]));
  for (const message of news) {
    const known = bySeq.get(message.seq);
    if (known ? known.position > message.position : message.seq < first) continue;
    const mine = message.mine ?? known?.mine;
    bySeq.set(message.seq, mine ? { ...message, mine } : message);
  }
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
}

/** Sets an own reaction: events hold only the number of reactions. */
export const withReaction = (log: RoomLog, seq: number, reaction: Reaction, on: boolean): RoomLog => ({
  ...log,
  messages: log.messages.map((message) => {
    if (message.seq !== seq) return message;
    const rest = (message.mine ?? []).filter((other) => other !== reaction);
    return { ...message, mine: on ? [...rest, reaction] : rest };
  }),
});
