import { expect, test } from 'vitest';

import { mentionBefore } from './mention-before.ts';

test('a mention begins with an @ that follows no letter, and ends at the caret', () => {
  expect(mentionBefore('Hi @An', 6)).toEqual({ from: 3, start: 'an' });
  expect(mentionBefore('Hi @An and', 4)).toEqual({ from: 3, start: '' });
  expect(mentionBefore('@Anna Ma', 8)).toEqual({ from: 0, start: 'anna ma' });
  expect(mentionBefore('@می\u200Cن', 5)).toEqual({ from: 0, start: 'می\u200Cن' });
  expect(mentionBefore('me@example', 10)).toBeUndefined();
  expect(mentionBefore('Hi', 2)).toBeUndefined();
  expect(mentionBefore('@Anna, you', 10)).toBeUndefined();
});
