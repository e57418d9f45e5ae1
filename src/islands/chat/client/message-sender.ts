import type { ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import type { ChatClient, ChatOutcome, PendingMessage } from './chat-client-types.ts';
import type { Outbox } from './outbox.ts';
import type { ChatConnection } from './socket-connection.ts';

const AGAIN_MS = 1000;
const TOO_FAST_MS = 3000;
/** Retries in a row of a message that was refused as `tooMany`. */
const TOO_FAST_MAX = 3;

export type Sender = ReturnType<typeof createSender>;

/**
 * Sends messages in the order of writing, and repeats each until the service acknowledges or refuses it.
 * @param onChange called with all unsent messages after each change
 */
export function createSender(
  { ask, isOpen }: ChatConnection,
  outbox: Outbox,
  now: () => number,
  onChange: (all: PendingMessage[]) => void,
) {
  const unsent = createUnsent(outbox, onChange);
  const { drop, replace } = unsent;
  /** Ends the wait for the acknowledgement where the message itself was delivered first. */
  const delivered = new Map<string, (answer: { ok: undefined }) => void>();
  let isSending = false;
  const discard = (id: string): void => {
    delivered.get(id)?.({ ok: undefined });
    drop(id);
  };
  const attempt = async ({ id, room, text, replyTo }: PendingMessage): Promise<ChatOutcome> => {
    const cameBack = new Promise<{ ok: undefined }>((done) => delivered.set(id, done));
    const answer = await Promise.race([ask('send', { id, room, text, replyTo }), cameBack]);
    delivered.delete(id);
    if ('error' in answer) return answer.error;
    drop(id);
    return undefined;
  };
  const run = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    await sendAll(() => isOpen() && unsent.all().find(({ is }) => is === 'sending'), attempt, replace);
    isSending = false;
  };

  return {
    /** Loads the user's unsent messages of earlier pages, and sends. */
    resume: (person: string): Promise<void> => unsent.resume(person).then(run),
    /** Forgets unsent messages, after signing out. */
    forget: unsent.forget,
    /** Takes messages that the service delivered: own messages among them are sent. */
    arrived: (messages: readonly ChatMessage[]): void => {
      const ids = new Set(messages.map(({ id }) => id));
      for (const { id } of unsent.all()) if (ids.has(id)) discard(id);
    },
    actions: {
      send: (room, text, replyTo) => {
        unsent.add({ id: crypto.randomUUID(), room, text, ...(replyTo && { replyTo }), at: now(), is: 'sending' });
        void run();
      },
      retry: (id) => {
        const failed = unsent.all().find((one) => one.id === id);
        if (!failed) return;
        const { error: _error, ...pending } = failed;
        replace({ ...pending, is: 'sending' });
        void run();
      },
      discard,
    } satisfies Partial<ChatClient>,
  };
}

/** The user's unsent messages, in the order of writing. The outbox keeps them once the user is known. */
function createUnsent(outbox: Outbox, onChange: (all: PendingMessage[]) => void) {
  let person: string | undefined;
  let all: PendingMessage[] = [];
  const change = (next: PendingMessage[]): void => onChange((all = next));
  const keep = (pending: PendingMessage): void => {
    if (person) void outbox.keep(person, pending);
  };
  return {
    all: (): readonly PendingMessage[] => all,
    /** Loads the user's unsent messages of earlier pages, and lets held messages be sent again. */
    resume: async (whose: string): Promise<void> => {
      if (person !== whose) {
        person = whose;
        const left = await outbox.read(whose);
        all.forEach(keep);
        change([...left.filter(({ id }) => !all.some((one) => one.id === id)), ...all]);
      }
      // A moderator may have decided about held messages.
      change(all.map((one) => (one.error === 'held' ? { ...one, is: 'sending' } : one)));
    },
    add: (pending: PendingMessage): void => {
      change([...all, pending]);
      keep(pending);
    },
    replace: (pending: PendingMessage): void => {
      change(all.map((one) => (one.id === pending.id ? pending : one)));
      keep(pending);
    },
    drop: (id: string): void => {
      change(all.filter((one) => one.id !== id));
      if (person) void outbox.drop(person, id);
    },
    /** Forgets user and messages. */
    forget: (): void => {
      person = undefined;
      change([]);
      outbox.clear();
    },
  };
}

/** Sends one message after the other. @param attempt drops a message from the unsent ones, or returns the error */
async function sendAll(
  nextOf: () => PendingMessage | false | undefined,
  attempt: (pending: PendingMessage) => Promise<ChatOutcome>,
  replace: (pending: PendingMessage) => void,
): Promise<void> {
  let tooFast = 0;
  for (let next = nextOf(); next; next = nextOf()) {
    const error = await attempt(next);
    // Messages written offline go out at once, which may exceed the rate limit.
    if (error === 'tooMany') tooFast += 1;
    if (!error) tooFast = 0;
    else if (error === 'lost' || error === 'server') await pause(AGAIN_MS);
    else if (error === 'tooMany' && tooFast <= TOO_FAST_MAX) await pause(TOO_FAST_MS);
    else replace({ ...next, is: 'failed', error });
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
