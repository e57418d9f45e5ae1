import { expect, test } from 'vitest';

import { isSameView, LOBBY, viewIn } from './view.ts';

test('an entry of the history shows what it showed, and one from before the chat the lobby', () => {
  expect(viewIn({ chat: { is: 'room', room: 'r' }, from: 'lobby' })).toEqual({ is: 'room', room: 'r' });
  expect([null, undefined, {}, { other: 1 }].map(viewIn)).toEqual(Array.from({ length: 4 }, () => LOBBY));
});

test('two rooms are two views', () => {
  expect(isSameView({ type: 'room', room: 'a' }, { type: 'room', room: 'a' })).toBe(true);
  expect(isSameView({ type: 'room', room: 'a' }, { type: 'room', room: 'b' })).toBe(false);
});
