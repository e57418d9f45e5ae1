import { expect, test } from 'vitest';

import { matchingPlace, nearestPlace, splitPlaces } from './split-places.ts';

test('a text is split between words, and never inside of bold text, a link or a placeholder', () => {
  const text = '**Adults only.** Ask [our team](/contacts) at {domain} first.';
  const words = splitPlaces(text).map((place) => text.slice(place).split(' ')[0]);
  expect(words).toEqual(['Ask', '[our', 'at', '{domain}', 'first.']);
});

test('the nearest place to the cursor is chosen', () => {
  expect(nearestPlace([3, 9, 20], 13)).toBe(9);
  expect(nearestPlace([], 13)).toBe(0);
});

test('a translation with as many sentences is split at the same sentence, also where lengths differ', () => {
  const english = 'No money. Here, nobody owes anybody anything at all, ever. Stop.';
  const german = 'Kein Geld, keine Geschenke und keine Gutscheine. Niemand schuldet etwas. Halt.';
  const place = matchingPlace({ text: english, lang: 'en' }, english.indexOf('Here'), { text: german, lang: 'de' });
  expect(german.slice(place)).toMatch(/^Niemand/);
});

test('a translation with other sentences is split at the same share of its text', () => {
  const place = matchingPlace({ text: 'One two. Three four.', lang: 'en' }, 9, {
    text: 'Eins zwei drei vier',
    lang: 'de',
  });
  expect('Eins zwei drei vier'.slice(place)).toBe('drei vier');
});

test('a section is not split inside of a heading', () => {
  const below = '## What\n\n### Where it is\n\nHere.';
  expect(splitPlaces(below).map((place) => below.slice(place).split('\n')[0])).toEqual(['### Where it is', 'Here.']);
  const text = '## What we store\n\nNo more than we need.';
  expect(text.slice(splitPlaces(text)[0])).toBe('No more than we need.');
});
