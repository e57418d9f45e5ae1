import type {
  RoomChanges,
  EnteredRoom,
  ChatMessage,
  HistoryPage,
  Reaction,
  ChangesSince,
} from '../../../contract/chat-protocol.ts';

/** What is known of a room: everything up to a position, from some message on. */
export interface RoomLog {
  /** The head up to which nothing is missing. */
  position: number;
  /** By `seq`. */
  messages: readonly ChatMessage[];
  hasOlder: boolean;
}

export const logOf = ({ head, messages, hasOlder }: EnteredRoom): RoomLog => ({ position: head, messages, hasOlder });

/** A room with what became of it, or `gap` where something between is missing. */
export function withChanges(log: RoomLog, { from, head, messages }: RoomChanges): RoomLog | 'gap' {
  if (head <= log.position) return log;
  if (from > log.position) return 'gap';
  return { ...log, position: head, messages: merge(log, messages) };
}

/** A room with what was fetched since its position. */
export const withMissed = (log: RoomLog, since: ChangesSince): RoomLog =>
  since.reset
    ? { position: since.head, messages: since.messages, hasOlder: since.hasOlder }
    : { ...log, position: Math.max(log.position, since.head), messages: merge(log, since.messages) };

export const withOlder = (log: RoomLog, { messages, hasOlder }: HistoryPage): RoomLog => ({
  ...log,
  messages: merge({ ...log, hasOlder: false }, messages),
  hasOlder,
});

/** The newer state of each message counts; one's own reactions are known only where they are told. */
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

/** A room with a reaction of one's own, of which everybody else is told only the number. */
export const withReaction = (log: RoomLog, seq: number, reaction: Reaction, on: boolean): RoomLog => ({
  ...log,
  messages: log.messages.map((message) => {
    if (message.seq !== seq) return message;
    const others = (message.mine ?? []).filter((one) => one !== reaction);
    return { ...message, mine: on ? [...others, reaction] : others };
  }),
});
