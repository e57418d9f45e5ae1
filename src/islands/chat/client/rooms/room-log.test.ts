import { expect, test } from 'vitest';

import type { ChatMessage } from '../../../../contract/chat/chat-protocol.ts';
import { firstNewOf, logOf, type RoomLog, withChanges, withMissed, withOlder } from './room-log.ts';

const message = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  position: seq,
  id: `id ${seq}`,
  sender: { id: 'anna', name: 'Anna' },
  at: seq,
  text: `text ${seq}`,
  edited: false,
  replyTo: null,
  reactions: {},
  ...more,
});

const log = (...seqs: number[]): RoomLog =>
  logOf({ head: 10, read: 0, people: [], online: 1, hasOlder: true, messages: seqs.map((seq) => message(seq)) });

const change = (from: number, head: number, ...messages: ChatMessage[]) => ({ room: 'room', from, head, messages });

const seqs = (of: RoomLog | 'gap'): number[] | 'gap' => (of === 'gap' ? of : of.messages.map(({ seq }) => seq));

test('the next change is added, a known change alters nothing, and a gap is reported', () => {
  expect(seqs(withChanges(log(9, 10), change(10, 11, message(11))))).toEqual([9, 10, 11]);
  const known = log(9, 10);
  expect(withChanges(known, change(9, 10, message(10)))).toBe(known);
  expect(withChanges(known, change(11, 12, message(12)))).toBe('gap');
});

test('a change of a message that is not loaded appears with the page of the message', () => {
  expect(seqs(withChanges(log(9, 10), change(10, 11, message(2, { position: 11 }))))).toEqual([9, 10]);
  expect(seqs(withOlder(log(9, 10), { messages: [message(2)], hasOlder: false }))).toEqual([2, 9, 10]);
});

test('an older state of a message never replaces a newer state', () => {
  const edited = withChanges(log(9, 10), change(10, 11, message(9, { position: 11, text: 'edited' }))) as RoomLog;
  const { messages } = withOlder(edited, { messages: [message(9)], hasOlder: false });
  expect(messages[0]!.text).toBe('edited');
});

test('own reactions survive a change event, which holds only their number', () => {
  const mine: RoomLog = { ...log(10), messages: [message(10, { mine: ['👍'] })] };
  const changed = withChanges(mine, change(10, 11, message(10, { position: 11, reactions: { '👍': 2 } }))) as RoomLog;
  expect(changed.messages[0]).toMatchObject({ mine: ['👍'], reactions: { '👍': 2 } });
});

test('after a reset only the last page is left', () => {
  const since = { ...change(10, 400, message(399), message(400)), reset: true, hasOlder: true };
  expect(withMissed(log(9, 10), since)).toEqual({
    position: 400,
    hasOlder: true,
    messages: [message(399), message(400)],
  });
});

test('the line "new" stands above the first unread message after the seen ones, and is missing where no message was seen', () => {
  const me = { id: 'me', name: 'Me' };
  const answered = { end: 'answered', seconds: 9, video: false } as const;
  const messages = [
    message(1),
    message(2, { sender: me }),
    message(3, { text: null }),
    message(4, { text: '', call: answered }),
    message(5),
  ];
  expect(firstNewOf(messages, 1, me.id)).toBe(5);
  expect(firstNewOf(messages, 5, me.id)).toBeUndefined();
  expect(firstNewOf(messages, 0, me.id)).toBeUndefined();
});
