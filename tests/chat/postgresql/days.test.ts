import { expect, onTestFinished } from 'vitest';

import { testWith } from '../../support/programs.ts';
import { turn } from '../../support/service/calls/call-steps.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import { installClock } from '../../support/service/shift-clock.ts';
import { newDatabase, startTestService } from '../../support/service/test-service.ts';
import { Days } from '../promises/random-days.ts';

/** Another seed draws other days: `SEED=7 npx vitest run tests/chat/promises`. */
const SEED = Number(process.env.SEED ?? 1);
const DAYS = 120;
const PEOPLE = 7;
const ACTS_A_STEP = 7;

/** What has to happen in this time, so that the promises about it are held. */
const EVENTS = [
  'asked again',
  'blocked',
  'called a friend of earlier days',
  'closed',
  'limited',
  'muted',
  'notNow',
  'parted',
  'stranger',
  'waiting',
  'wrote to a friend of earlier days',
];

testWith('postgres')(`${DAYS} days of random people keep what docs/ promises them (SEED=${SEED})`, async () => {
  const url = await newDatabase();
  const setClock = await installClock(url);
  const service = await startTestService('PostgreSQL', { ...turn, DATABASE_URL: url });
  onTestFinished(() => service.close());
  const days = new Days(service, setClock, await addModerator(service), numbers(SEED));
  onTestFinished(() => days.users.forEach(({ user }) => user.socket.disconnect()));
  for (let person = 0; person < PEOPLE; person++) await days.arrive();
  const random = numbers(SEED + 1);
  const live = async (hours: number): Promise<void> => {
    await days.pass(hours);
    if (random() < 0.03) {
      await days.delete();
      if (days.users.size < PEOPLE) await days.arrive();
    }
    for (let act = 0; act < ACTS_A_STEP; act++) await days.act();
    await days.check();
  };
  while (days.day < DAYS) await live(1 + Math.floor(random() * (random() < 0.4 ? 8 : 84)));
  // What lasts for a year is over after it.
  for (let time = 0; time < 10; time++) await live(time === 0 ? 366 * 24 : 12);
  expect(EVENTS.filter((event) => !days.model.seen.has(event))).toEqual([]);
  expect(service.errors).toEqual([]);
});

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
