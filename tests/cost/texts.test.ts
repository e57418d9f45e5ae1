import { expect, test } from 'vitest';

import { TEXT_MAX } from '../../src/contract/chat/chat-protocol.ts';
import { previewOf } from '../../src/contract/chat/message-preview.ts';
import { TAGS_MAX } from '../../src/contract/chat/partner-wishes.ts';
import { formElementId } from '../../src/contract/element-ids.ts';
import { PASSWORD_MAX } from '../../src/contract/forms.ts';
import { FACTS_MAX } from '../../src/contract/moderation/protocol.ts';
import { cleanTags } from '../../src/contract/typed-text/clean-tags.ts';
import { cleanText } from '../../src/contract/typed-text/clean-text.ts';
import { NICKNAME_UNITS, nicknameError } from '../../src/contract/typed-text/nickname.ts';
import { mentionBefore } from '../../src/islands/chat/composer/mention-before.ts';
import { findMatches } from '../../src/islands/chat/history/find-matches.ts';
import { mentionsName } from '../../src/islands/chat/state/mentions.ts';
import { isDisposableAddress } from '../../src/service/accounts/addresses/disposable-address.ts';
import { isReserved } from '../../src/service/accounts/nicknames/nickname-lookalikes.ts';
import { STRENGTH_DEADLINE_MS } from '../../src/service/auth/password.ts';
import { isGuessable } from '../../src/service/auth/strength-worker.ts';
import { hasLink } from '../../src/service/chat/messages/has-link.ts';
import { createWordFilter } from '../../src/service/chat/messages/word-filter.ts';
import { fillForm } from '../../src/service/http/fill-form.ts';
import { nicknameKey } from '../../src/shared/text/nickname-key.ts';
import { scrubText } from '../../src/telemetry/errors/scrub.ts';
import { editions } from '../support/configured-site.ts';
import { hostileTexts } from '../support/cost/hostile-texts.ts';
import { processorTime, timeAgainstLaw } from '../support/cost/processor-time.ts';

const filter = createWordFilter({
  en: { hold: ['a a a a', 'hot cam'], refuse: ['aab', 'spam'] },
  all: { hold: ['ab ab'], refuse: [] },
});

const [edition] = editions;
const idOf = (part: string): string => formElementId('report', part);
const page = `<astro-island><textarea id="${idOf('note')}"></textarea><p id="${idOf('error')}"></p></astro-island>`;

const repeatForm = (note: string): string => fillForm(page, 'report', { values: { note }, errors: {} }, edition!);

/** Every function that the text of a user reaches, with the longest text in UTF-16 units, before it is cleaned. */
const functions: [name: string, units: number, apply: (text: string) => unknown][] = [
  ['clean a text', 2 * FACTS_MAX, cleanText],
  ['clean interests', 200, (text) => cleanTags(Array.from({ length: TAGS_MAX }, () => text))],
  ['check a nickname', NICKNAME_UNITS, (text) => nicknameError(text.normalize('NFKC'))],
  ['check a nickname in a browser', 65_536, (text) => nicknameError(text)],
  ['make the key of a nickname', 200, nicknameKey],
  ['compare a nickname with reserved names', NICKNAME_UNITS, (text) => isNicknameReserved(text.normalize('NFKC'))],
  ['find the service of an address', 254, isDisposableAddress],
  ['find links', 2 * TEXT_MAX, (text) => hasLink(stored(text))],
  ['find listed words', 2 * TEXT_MAX, (text) => filter(stored(text), 'en')],
  ['find a mention', 2 * TEXT_MAX, (text) => mentionsName(`@${stored(text)}`, 'a')],
  ['find an unfinished mention', 2 * TEXT_MAX, (text) => mentionBefore(text, text.length)],
  ['search a text', 2 * TEXT_MAX, (text) => findMatches(stored(text), 'a')],
  ['search for a text', 2 * TEXT_MAX, (text) => findMatches(stored(text), stored(text).slice(0, 100))],
  ['preview a message', 2 * TEXT_MAX, (text) => previewOf({ ...message, text: stored(text) }, 'anna')],
  ['repeat a form', 65_536, (text) => repeatForm(text.toWellFormed())],
  ['remove personal data from a report', 16_384, scrubText],
];
const message = { seq: 1, position: 1, at: 0, sender: { id: 'boris' } };

const isNicknameReserved = (name: string): boolean => nicknameError(name) === undefined && isReserved(name, 'Amber');

/** The text as the service stores it. */
const stored = (text: string): string => cleanText(text).slice(0, TEXT_MAX);

/** Lists the hostile texts that take a function too long. */
async function breaches(units: number, apply: (text: string) => unknown): Promise<string[]> {
  const found: string[] = [];
  for (const [name, text] of Object.entries(hostileTexts)) {
    const value = text(units);
    const ms = await timeAgainstLaw(() => apply(value));
    if (ms) found.push(`${name}: ${ms} ms`);
  }
  return found;
}

test.each(functions)('no hostile text takes long to %s', async (_, units, apply) => {
  expect(await breaches(units, apply)).toEqual([]);
});

test('a function whose time grows with the square of the length is found', async () => {
  expect(await breaches(8000, (text) => /a+@$/.test(text))).toContainEqual(expect.stringMatching(/^letters: /));
});

test('the worker that judges passwords keeps its deadline', async () => {
  for (const [name, text] of Object.entries(hostileTexts)) {
    const password = text(PASSWORD_MAX).normalize('NFKC').slice(0, PASSWORD_MAX);
    const known = [text(254), text(24), 'Amber'];
    expect(await processorTime(() => isGuessable({ password, known })), name).toBeLessThan(STRENGTH_DEADLINE_MS);
  }
});
