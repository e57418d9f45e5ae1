import { expect, test } from 'vitest';

import { isSameView, LOBBY, viewIn } from './view.ts';

test('a history entry of the chat holds its view, and any other entry shows the lobby', () => {
  expect(viewIn({ chat: { type: 'room', room: 'r' } })).toEqual({ type: 'room', room: 'r' });
  for (const other of [null, undefined, {}, { other: 1 }, { chat: { of: 'an earlier version' } }])
    expect(viewIn(other)).toBe(LOBBY);
});

test('views of two rooms differ', () => {
  expect(isSameView({ type: 'room', room: 'a' }, { type: 'room', room: 'a' })).toBe(true);
  expect(isSameView({ type: 'room', room: 'a' }, { type: 'room', room: 'b' })).toBe(false);
});
