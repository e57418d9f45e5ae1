import type { ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import type { ChatClient, PendingMessage } from './chat-client-types.ts';
import type { Outbox } from './outbox.ts';
import type { ChatConnection } from './socket-connection.ts';

const AGAIN_MS = 1000;
const TOO_FAST_MS = 3000;
/** Retries in a row of a message that was refused as `tooMany`. */
const TOO_FAST_MAX = 3;

/** Sends messages in the order of writing, and repeats each until the service acknowledges or refuses it. */
export interface Sender {
  actions: Pick<ChatClient, 'send' | 'retry' | 'discard'>;
  /** Loads the user's unsent messages of earlier pages, and sends. */
  resume: (person: string) => Promise<void>;
  /** Forgets unsent messages, after signing out. */
  forget: () => void;
  /** Takes messages that the service delivered: own messages among them are sent. */
  arrived: (messages: readonly ChatMessage[]) => void;
}

/** @param onChange called with all unsent messages after each change */
export function createSender(
  { ask, isOpen }: ChatConnection,
  outbox: Outbox,
  now: () => number,
  onChange: (all: PendingMessage[]) => void,
): Sender {
  let person: string | undefined;
  let all: PendingMessage[] = [];
  let isSending = false;
  /** Ends the wait for the acknowledgement where the message itself was delivered first. */
  const delivered = new Map<string, (answer: { ok: undefined }) => void>();
  const change = (next: PendingMessage[]): void => {
    all = next;
    onChange(all);
  };
  const keep = (pending: PendingMessage): void => {
    if (person) void outbox.keep(person, pending);
  };
  const drop = (id: string): void => {
    delivered.get(id)?.({ ok: undefined });
    change(all.filter((one) => one.id !== id));
    if (person) void outbox.drop(person, id);
  };
  const replace = (pending: PendingMessage): void => {
    change(all.map((one) => (one.id === pending.id ? pending : one)));
    keep(pending);
  };

  async function run(): Promise<void> {
    if (isSending) return;
    isSending = true;
    let tooFast = 0;
    for (let next = nextOf(all); next && isOpen(); next = nextOf(all)) {
      const { id, room, text, replyTo } = next;
      const cameBack = new Promise<{ ok: undefined }>((done) => delivered.set(id, done));
      const answer = await Promise.race([ask('send', { id, room, text, replyTo }), cameBack]);
      delivered.delete(id);
      if ('ok' in answer) {
        drop(id);
        tooFast = 0;
        continue;
      }
      const { error } = answer;
      // Messages written offline go out at once, which may exceed the rate limit.
      if (error === 'tooMany') tooFast += 1;
      if (error === 'lost' || error === 'server') await pause(AGAIN_MS);
      else if (error === 'tooMany' && tooFast <= TOO_FAST_MAX) await pause(TOO_FAST_MS);
      else replace({ ...next, is: 'failed', error });
    }
    isSending = false;
  }

  return {
    resume: async (whose) => {
      if (person !== whose) {
        person = whose;
        const left = await outbox.read(whose);
        for (const pending of all) keep(pending);
        change([...left.filter(({ id }) => !all.some((one) => one.id === id)), ...all]);
      }
      // A moderator may have decided about held messages.
      change(all.map((one) => (one.error === 'held' ? { ...one, is: 'sending' } : one)));
      await run();
    },
    forget: () => {
      person = undefined;
      change([]);
      outbox.clear();
    },
    arrived: (messages) => {
      const ids = new Set(messages.map(({ id }) => id));
      for (const { id } of all) if (ids.has(id)) drop(id);
    },
    actions: {
      send: (room, text, replyTo) => {
        const pending: PendingMessage = {
          id: crypto.randomUUID(),
          room,
          text,
          ...(replyTo && { replyTo }),
          at: now(),
          is: 'sending',
        };
        change([...all, pending]);
        keep(pending);
        void run();
      },
      retry: (id) => {
        const failed = all.find((one) => one.id === id);
        if (!failed) return;
        const { error: _error, ...pending } = failed;
        replace({ ...pending, is: 'sending' });
        void run();
      },
      discard: drop,
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const nextOf = (all: PendingMessage[]): PendingMessage | undefined => all.find(({ is }) => is === 'sending');
