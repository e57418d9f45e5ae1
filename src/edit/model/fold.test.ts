import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findFolded, fold } from './fold.ts';

test('letters are the same with and without case and accents', () => {
  expect(fold('Ältere')).toBe(fold('altere'));
  expect(fold('Łódź')).toBe('lodz');
  expect(fold('ЁЖ')).toBe(fold('еж'));
  expect(fold('a\u0301')).toBe(fold('á'));
  expect(fold('ΣΟΦΟΣ')).toBe(fold('σοφος'));
  expect(fold('ba')).not.toBe(fold('be'));
});

test('a found text is where it is written', () => {
  const found = (text: string, wanted: string): string | undefined => {
    const place = findFolded(text, fold(wanted));
    return place && text.slice(place.start, place.end);
  };
  expect(found('Die Straße nach Łódź', 'strasse')).toBe('Straße');
  expect(found('Die Straße nach Łódź', 'lodz')).toBe('Łódź');
  expect(found('Die Straße', 'gasse')).toBeUndefined();
});

test('every part of a text is found in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (before, wanted) => {
      const place = findFolded(before + wanted, fold(wanted));
      expect(place).toBeDefined();
    }),
  );
});
