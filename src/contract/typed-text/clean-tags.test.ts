import { expect, test } from 'vitest';

import { TAG_MAX, TAGS_MAX } from '../chat/partner-wishes.ts';
import { cleanTags } from './clean-tags.ts';

test('interests are compared in lower case, without signs, and each counts once', () => {
  expect(cleanTags(['#Board  Games', 'board games', ' R&B ', 'Rock ’n’ Roll', 'Поэзия', '散歩'])).toEqual([
    'board games',
    'r&b',
    'rock ’n’ roll',
    'поэзия',
    '散歩',
  ]);
});

test('an interest is no link, no address and not invisible', () => {
  expect(cleanTags(['https://hot.cam/x', 'me@mail.example', '\u200B', '--', '😀'])).toEqual([
    'https hot cam x',
    'me mail example',
  ]);
});

test('interests have a greatest number and length', () => {
  expect(cleanTags(Array.from({ length: 9 }, (_, number) => `tag ${number}`))).toHaveLength(TAGS_MAX);
  expect(cleanTags(['x'.repeat(99)])).toEqual(['x'.repeat(TAG_MAX)]);
});
