import type { ChatMessage, RoomFacts } from '../../../../contract/chat/chat-protocol.ts';
import { isPageVisible } from '../page-visibility.ts';
import type { ChatConnection } from '../socket-connection.ts';
import type { Store } from '../store.ts';
import { firstNewOf } from './room-log.ts';

const READ_AFTER_MS = 400;

/** Follows the messages of opened rooms that the user has seen. */
export interface ReadMarks {
  /** @param seq last message that the user has read, on any device */
  set: (room: string, seq: number) => void;
  /** Counts the shown room as read in a moment, if the page is visible then. */
  sendSoon: (room: string) => void;
  /** Counts the shown room as read, if the page is visible. */
  send: (room: string) => Promise<void>;
  cancel: () => void;
  /** Marks by room, as they are now. */
  all: () => ReadonlyMap<string, number>;
  /** Whether the user has read further than an answer of the service says: the mark was on its way, or got lost. */
  isAhead: (facts: RoomFacts) => boolean;
  /**
   * Sends marks again, each once, that an answer of the service should have known.
   * @param sent marks before the request of the answer
   * @returns whether the service knows one of them now
   */
  resend: (facts: readonly RoomFacts[], sent: ReadonlyMap<string, number>) => Promise<boolean>;
  /** A room is shown. */
  show: (room: string) => void;
  /** The page with the shown room was hidden, or became visible. */
  onVisibility: (room: string) => void;
  /** @returns `seq` of the message below the line "new", which moves only while the room or the page is out of sight */
  firstNewIn: (room: string, messages: readonly ChatMessage[]) => number | undefined;
}

/** @param lastSeqOf last loaded `seq` of a room */
export function createReadMarks(
  { ask }: Pick<ChatConnection, 'ask'>,
  { get, setFacts, factsOf }: Pick<Store, 'get' | 'setFacts' | 'factsOf'>,
  isShown: (room: string) => boolean,
  lastSeqOf: (room: string) => number | undefined,
): ReadMarks {
  /** Last read `seq` by room. */
  const read = new Map<string, number>();
  /** Marks that were sent again, so that none is sent for ever. */
  const resent = new Map<string, number>();
  /** Last `seq` that was in sight in the shown room, from the moment the page is hidden until later messages count as read. */
  let seenUntil: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const cancel = (): void => clearTimeout(timer);
  const send = async (room: string): Promise<void> => {
    cancel();
    const seq = lastSeqOf(room);
    if (!seq || !isPageVisible()) return;
    if (factsOf(room)?.unread) setFacts(room, () => ({ read: seq, unread: 0 }));
    read.set(room, seq);
    const answer = await ask('read', { room, seq });
    // Without an answer, messages of the time out of sight are still to come.
    if ('ok' in answer && isShown(room) && isPageVisible()) seenUntil = undefined;
  };
  const sendSoon = (room: string): void => {
    cancel();
    timer = setTimeout(() => void send(room), READ_AFTER_MS);
  };

  return {
    set: (room, seq) => void read.set(room, seq),
    sendSoon,
    send,
    cancel,
    all: () => new Map(read),
    isAhead: (facts) => isBeyond(read.get(facts.id), facts),
    resend: async (facts, sent) => {
      const answers = await Promise.all(facts.map((one) => resendMark(ask, one, sent.get(one.id), resent)));
      return answers.includes(true);
    },
    show: (room) => {
      seenUntil = isPageVisible() ? undefined : read.get(room);
    },
    onVisibility: (room) => {
      if (isPageVisible()) sendSoon(room);
      else seenUntil ??= lastSeqOf(room);
    },
    firstNewIn: (room, messages) => {
      const { lobby, rooms } = get();
      const state = rooms[room];
      const isInSight = state?.status === 'ready' && isShown(room);
      const seen = isInSight ? seenUntil : read.get(room);
      const moved = seen === undefined ? undefined : firstNewOf(messages, seen, lobby?.me.id);
      return moved ?? (isInSight ? state.firstNew : undefined);
    },
  };
}

/** Sends a mark again if the service does not know it. @returns whether the service knows it now */
async function resendMark(
  ask: ChatConnection['ask'],
  facts: RoomFacts,
  seq: number | undefined,
  resent: Map<string, number>,
): Promise<boolean> {
  const { id: room } = facts;
  if (!isBeyond(seq, facts) || resent.get(room) === seq) return false;
  const isStored = 'ok' in (await ask('read', { room, seq }));
  if (isStored) resent.set(room, seq);
  return isStored;
}

/** Whether a mark is beyond that of an answer of the service. People who are no members of a room have none. */
const isBeyond = (mark: number | undefined, { read = Infinity }: RoomFacts): mark is number =>
  mark !== undefined && mark > read;
