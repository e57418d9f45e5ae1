import { expect, test } from 'vitest';

import type { ChatMessage, DeliveryMarks } from '../../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import type { PendingMessage } from '../../client/chat-client-types.ts';
import { saidSince, toMessageRows, unreadAfter } from './message-rows.ts';

const [me, anna] = [
  { id: '1', name: 'Me' },
  { id: '2', name: 'Anna' },
];
const noon = new Date(2026, 10, 22, 12).getTime();
const minutes = (count: number): number => noon + count * 60_000;

const message = (seq: number, sender: Person, at: number, text: string | null = 'Hello'): ChatMessage => ({
  seq,
  position: seq,
  id: `m${seq}`,
  sender,
  at,
  text,
  edited: false,
  replyTo: null,
  reactions: {},
});
const pending = (id: string): PendingMessage => ({ id, room: 'r', text: 'Hello', at: minutes(3), is: 'sending' });

test('each mark stands below the last own message that has come as far', () => {
  const messages = [1, 2, 3, 4, 5, 6].map((seq) => message(seq, seq === 3 ? anna : me, minutes(seq)));
  const marksOf = (marks?: DeliveryMarks) => toMessageRows(messages, [], me, undefined, marks).map(({ mark }) => mark);
  expect(marksOf()).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  expect(marksOf({ delivered: 0 })).toEqual([undefined, undefined, undefined, undefined, undefined, 'sent']);
  expect(marksOf({ delivered: 5, seen: 3 })).toEqual([undefined, 'seen', undefined, undefined, 'delivered', 'sent']);
  expect(marksOf({ delivered: 6, seen: 6 })).toEqual([undefined, undefined, undefined, undefined, undefined, 'seen']);
});

test('consecutive messages of a sender form a group, which a pause, another sender or a new day ends', () => {
  const rows = toMessageRows(
    [
      message(1, anna, minutes(0)),
      message(2, anna, minutes(4)),
      message(3, me, minutes(5)),
      message(4, anna, minutes(6)),
      message(5, anna, minutes(12)),
      message(6, anna, minutes(12 * 60)),
    ],
    [],
    me,
    undefined,
  );
  expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, false, true, true, true, true]);
  expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, false, false, false, true]);
  expect(rows.map(({ isOwn }) => isOwn)).toEqual([false, false, true, false, false, false]);
});

test('the line "new" ends a group', () => {
  const rows = toMessageRows([message(1, anna, minutes(0)), message(2, anna, minutes(1))], [], me, 2);
  expect(rows.map(({ isFirstNew, startsGroup }) => [isFirstNew, startsGroup])).toEqual([
    [false, true],
    [true, true],
  ]);
});

test('the line "new" goes once the user has written after it', () => {
  const messages = [message(1, me, 0), message(2, anna, 0), message(3, anna, 0), message(4, me, 0)];
  const hasLine = (until: number) => toMessageRows(messages.slice(0, until), [], me, 2).some((row) => row.isFirstNew);
  expect([hasLine(3), hasLine(4)]).toEqual([true, false]);
});

test('a message keeps its row when it is delivered, and appears once', () => {
  const before = toMessageRows([message(1, me, minutes(0))], [pending('m2')], me, undefined);
  const between = toMessageRows(
    [message(1, me, minutes(0)), message(2, me, minutes(3))],
    [pending('m2')],
    me,
    undefined,
  );
  const after = toMessageRows([message(1, me, minutes(0)), message(2, me, minutes(3))], [], me, undefined);
  const keys = (rows: typeof before): string[] => rows.map(({ key }) => key);
  expect(keys(between)).toEqual(keys(before));
  expect(keys(after)).toEqual(keys(before));
  expect(before[1]).toMatchObject({ isOwn: true, startsGroup: false, pending: { is: 'sending' } });
});

test('messages of two senders with the same id are two rows', () => {
  expect(toMessageRows([message(2, anna, minutes(0))], [pending('m2')], me, undefined)).toHaveLength(2);
});

test('only messages of others that are not deleted are counted and announced', () => {
  const messages = [message(1, anna, 0), message(2, me, 0), message(3, anna, 0), message(4, anna, 0, null)];
  const rows = toMessageRows(messages, [], me, undefined);
  expect(unreadAfter(rows, rows[0]!.key, me)).toBe(1);
  expect(unreadAfter(rows, undefined, me)).toBe(2);
  expect(saidSince(messages, 1, me).map(({ seq }) => seq)).toEqual([3]);
});
