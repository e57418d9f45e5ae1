import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { ChatMessage, RequestName, Requests, RoomFacts } from '../../../../contract/chat/chat-protocol.ts';
import { countsAsUnread } from '../../../../contract/chat/unread.ts';
import type { ChatConnection } from '../socket-connection.ts';
import { createStore } from '../store.ts';
import { createRooms, type Rooms } from './opened-rooms.ts';

const room = 'en.lounge';
const anna = { id: 'anna', name: 'Anna' };
const message = (seq: number): ChatMessage => ({
  seq,
  position: seq,
  id: String(seq),
  sender: anna,
  at: seq,
  text: `Text ${seq}`,
  edited: false,
  replyTo: null,
  reactions: {},
});

/** Answers of a service whose room has a message before and after that of the answer to `enter`. */
const answers = {
  enter: { head: 2, read: 2, messages: [message(2)], hasOlder: true, people: [], online: 1 },
  before: { messages: [message(1)], hasOlder: false },
  since: { head: 3, messages: [message(3)], hasOlder: true, reset: false },
  people: { people: [anna], online: 2 },
  read: {},
} as Partial<Requests[RequestName][1]> as Record<RequestName, object>;

/** Opened rooms whose requests the service refuses a number of times each. */
function openRooms(refusals: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = createStore();
  const asked: RequestName[] = [];
  const ask = (name: RequestName): Promise<object> => {
    asked.push(name);
    const times = asked.filter((one) => one === name).length;
    return Promise.resolve(name !== 'read' && times <= refusals ? { error: 'tooMany' } : { ok: answers[name] });
  };
  const connection = { ask, isOpen: () => true } as unknown as ChatConnection;
  const rooms: Rooms = createRooms(
    connection,
    store,
    () => undefined,
    () => false,
  );
  return { rooms, store, asked, state: () => store.get().rooms[room]! };
}

test('every request of a room is repeated until the service has a place for it', async () => {
  const { rooms, state } = openRooms(5);
  rooms.show(room);
  await vi.advanceTimersByTimeAsync(0);
  expect(state().status).toBe('loading');
  await vi.runAllTimersAsync();
  expect(state().status).toBe('ready');
  void rooms.loadOlder(room);
  void rooms.catchUp({ [room]: 3 });
  rooms.fetchPeople(room);
  await vi.runAllTimersAsync();
  expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(state().people).toEqual([anna]);
});

test('a room fails where the service has no place for a minute, and does not ask on', async () => {
  const { rooms, asked, state } = openRooms(Infinity);
  rooms.show(room);
  await vi.advanceTimersByTimeAsync(64_000);
  expect(state()).toMatchObject({ status: 'failed', error: 'tooMany' });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toEqual(Array(6).fill('enter'));
});

/** A thing that happens to an open room: messages are written, of which the event is lost or arrives; the page asks; an answer arrives. */
const event = fc.oneof(
  fc.record({ written: fc.integer({ min: 1, max: 9 }), isLost: fc.boolean() }),
  fc.constantFrom('older' as const, 'missed' as const, 'again' as const),
  fc.record({ answered: fc.nat(9) }),
);

test('the log of a room has no gap in any order of answers and events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      const [PAGE, SINCE_MAX] = [3, 5];
      let head = 20;
      const from = (first: number, last = head) =>
        Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => message(first + index));
      const lastPage = () => ({ head, messages: from(head - PAGE + 1), hasOlder: true });
      const answerTo = (name: RequestName, { seq = 0, position = 0 }: { seq?: number; position?: number }): object => {
        if (name === 'enter') return { ...lastPage(), read: head, people: [], online: 1 };
        if (name === 'before') {
          const first = Math.max(1, seq - PAGE);
          return { messages: from(first, seq - 1), hasOlder: first > 1 };
        }
        if (name === 'since')
          return head - position > SINCE_MAX
            ? { ...lastPage(), reset: true }
            : { head, messages: from(position + 1), reset: false };
        return answers[name];
      };
      const arriving: (() => void)[] = [];
      const ask = (name: RequestName, body: object): Promise<object> => {
        const answer = { ok: answerTo(name, body) };
        return new Promise((done) => arriving.push(() => done(answer)));
      };
      const settle = () => new Promise((done) => setImmediate(done));
      const store = createStore();
      const connection = { ask, isOpen: () => true } as unknown as ChatConnection;
      const rooms = createRooms(
        connection,
        store,
        () => undefined,
        () => false,
      );
      const answerAll = async () => {
        while (arriving.length) {
          arriving.shift()!();
          await settle();
        }
      };
      const shown = () => store.get().rooms[room]!.messages.map(({ seq }) => seq);
      rooms.show(room);
      await answerAll();
      for (const one of events) {
        if (one === 'older') void rooms.loadOlder(room);
        else if (one === 'missed') void rooms.catchUp({ [room]: head });
        else if (one === 'again') rooms.reload();
        else if ('answered' in one) arriving.splice(one.answered % (arriving.length || 1), 1)[0]?.();
        else {
          head += one.written;
          const before = head - one.written;
          if (!one.isLost) rooms.apply({ room, from: before, head, messages: from(before + 1) });
        }
        await settle();
        expect(shown()).toEqual(from(shown()[0]!, shown().at(-1)).map(({ seq }) => seq));
      }
      await answerAll();
      void rooms.catchUp({ [room]: head });
      await answerAll();
      expect(shown()).toEqual(from(shown()[0]!).map(({ seq }) => seq));
      rooms.stop();
    }),
  );
});

const CALL_ENDS = ['answered', 'missed', 'declined', 'busy', 'failed'] as const;

/** An act in a conversation that the page does not show: a message or a call of a person, a deletion, or reading on another device. */
const act = fc.oneof(
  fc.record({ sender: fc.constantFrom('anna', 'boris'), end: fc.constantFrom(undefined, ...CALL_ENDS) }),
  fc.record({ deleted: fc.nat(20) }),
  fc.record({ read: fc.constant(true) }),
);

test('the count of unread messages is that of the service after every message, call, deletion and reading elsewhere', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), fc.nat(5), (acts, before) => {
      const { rooms, store } = openRooms(0);
      const log = Array.from({ length: before }, (_, index) => message(index + 1));
      let [head, read] = [before, 0];
      const unread = () => log.filter((one) => one.seq > read && countsAsUnread(one, 'boris')).length;
      const facts = { id: room, kind: 'private', head, read, unread: unread(), activeAt: null };
      store.set({ lobby: { me: { id: 'boris', name: 'Boris' }, rooms: [facts], muted: [], blocked: [] } as never });
      const change = (changed: ChatMessage): void =>
        rooms.apply({ room, from: head, head: ++head, messages: [changed] });
      for (const one of acts) {
        if ('read' in one) {
          read = head;
          rooms.wasRead(room, read);
        } else if ('deleted' in one) {
          const deleted = log[one.deleted % log.length];
          if (!deleted?.text) continue;
          deleted.text = null;
          change({ ...deleted });
        } else {
          const { sender, end } = one;
          const call = end && { text: '', call: { end, seconds: 0, video: false } };
          log.push({ ...message(head + 1), sender: { id: sender, name: sender }, ...call });
          change({ ...log.at(-1)! });
        }
        expect(store.factsOf(room)!.unread).toBe(unread());
      }
    }),
  );
});

/** Opened rooms with these facts of the room, and a message that anna changes. */
function changeRoom(facts: Partial<RoomFacts>, changed: Partial<ChatMessage>): RoomFacts {
  const { rooms, store } = openRooms(0);
  const known = { id: room, kind: 'private', head: 200, read: 0, unread: 100, activeAt: null, ...facts };
  store.set({ lobby: { me: { id: 'boris', name: 'Boris' }, rooms: [known], muted: [], blocked: [] } as never });
  rooms.apply({ room, from: 200, head: 201, messages: [{ ...message(1), position: 201, ...changed }] });
  return store.factsOf(room)!;
}

test('a deletion among more unread messages than are told leaves their number', () => {
  expect(changeRoom({}, { text: null }).unread).toBe(100);
  expect(changeRoom({ unread: 99 }, { text: null }).unread).toBe(98);
});

test('a person who has written can be called, and one who was left and deletes a message cannot', () => {
  expect(changeRoom({ noCalls: true }, { seq: 201 }).noCalls).toBeUndefined();
  expect(changeRoom({ noCalls: true, noChanges: true }, { text: null }).noCalls).toBe(true);
});
