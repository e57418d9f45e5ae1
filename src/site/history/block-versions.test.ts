import { expect, test } from 'vitest';

import { comingVersions, nextDayOf, recentVersion, textOn, versionOn, versionsOf } from './block-versions.ts';
import type { Change } from './change-schema.ts';

const changed = (day: string, before: string | undefined, more: Partial<Change> = {}): Change => ({
  day,
  note: { en: `Note of ${day}` },
  ...(before !== undefined && { before: { en: before } }),
  ...more,
});

const twice = [changed('2026-01-10', 'first', { inForce: '2026-02-01' }), changed('2026-03-01', 'second')];

test('a block has the text before the first change that is not in force', () => {
  expect(textOn(twice, '2026-01-31')).toEqual({ en: 'first' });
  expect(textOn(twice, '2026-02-01')).toEqual({ en: 'second' });
  expect(textOn(twice, '2026-03-01')).toBe('own');
});

test('versions count from the text that the block began with', () => {
  expect(versionsOf(twice).map(({ version, type, inForce }) => [version, type, inForce])).toEqual([
    [2, 'changed', '2026-02-01'],
    [3, 'changed', '2026-03-01'],
  ]);
  expect(['2026-01-31', '2026-02-01', '2026-03-01'].map((day) => versionOn(twice, day))).toEqual([1, 2, 3]);
});

test('an added block has no text before its day in force', () => {
  const added = [changed('2026-01-10', undefined, { inForce: '2026-02-01' }), changed('2026-03-01', 'first')];
  expect(textOn(added, '2026-01-31')).toBeUndefined();
  expect(textOn(added, '2026-02-01')).toEqual({ en: 'first' });
  expect(versionsOf(added).map(({ version, type }) => [version, type])).toEqual([
    [1, 'added'],
    [2, 'changed'],
  ]);
  expect(['2026-01-31', '2026-02-01', '2026-03-01'].map((day) => versionOn(added, day))).toEqual([0, 1, 2]);
});

test('a removed block has its text until the removal is in force', () => {
  const removed = [changed('2026-01-10', 'first', { inForce: '2026-02-01', removed: true })];
  expect(textOn(removed, '2026-01-31')).toEqual({ en: 'first' });
  expect(versionsOf(removed)[0]).toMatchObject({ type: 'removed', version: 2, after: undefined });
  expect(['2026-01-31', '2026-02-01'].map((day) => versionOn(removed, day))).toEqual([1, undefined]);
});

test('a change is coming until its day in force, and recent for 90 days from it', () => {
  const shown = (day: string) => [recentVersion(twice, day)?.version, comingVersions(twice, day).length];
  expect(shown('2026-01-31')).toEqual([undefined, 2]);
  expect(shown('2026-02-01')).toEqual([2, 1]);
  expect(shown('2026-03-01')).toEqual([3, 0]);
  expect(shown('2026-05-29')).toEqual([3, 0]);
  expect(shown('2026-05-30')).toEqual([undefined, 0]);
});

test('the next day is the next on which a page shows another text or day', () => {
  const days = ['2026-01-31', '2026-02-01', '2026-03-01', '2026-05-02', '2026-05-30'];
  expect(days.map((day) => nextDayOf(twice, day))).toEqual([
    '2026-02-01',
    '2026-03-01',
    '2026-05-02',
    '2026-05-30',
    undefined,
  ]);
});
