import { expect, onTestFinished, test, vi } from 'vitest';

import type { ChatMessage, RequestName, Requests } from '../../../contract/chat-protocol.ts';
import { createRooms, type Rooms } from './opened-rooms.ts';
import type { ChatConnection } from './socket-connection.ts';
import { createStore } from './store.ts';

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

test.each(['answered', 'missed', 'declined', 'busy', 'failed'] as const)(
  'of call records, missed and busy calls count as unread: %s',
  (end) => {
    const { rooms, store } = openRooms(0);
    const facts = { id: room, kind: 'private', head: 0, unread: 0, activeAt: null };
    store.set({ lobby: { me: { id: 'boris', name: 'Boris' }, rooms: [facts], muted: [], blocked: [] } as never });
    const call = { ...message(1), text: '', call: { end, seconds: 0, video: false } };
    rooms.apply({ room, from: 0, head: 1, messages: [call] });
    expect(store.factsOf(room)!.unread).toBe(['missed', 'busy'].includes(end) ? 1 : 0);
  },
);
