// A chat that stays open while releases are deployed: its call goes on, it finds all of its scripts, and talks with pages of the newest release.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import { buildId, readManifest } from '../../../src/output/manifest.ts';
import { type Caller, callScene } from '../../support/browser/call-page.ts';
import { failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { deployedFolder } from '../../support/deploy/deployed-folder.ts';
import { nextRelease } from '../../support/deploy/next-release.ts';
import { dist } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { publish } from '../../support/site/dist-copies.ts';

const test = programs.chromium ? testWith('coturn') : testWith('chromium');

const ROOT = 'amber.example/en';
const DEPLOYMENTS = 10;

const target = deployedFolder();
const first = mkdtempSync(join(tmpdir(), 'dist-'));
const builds = [first];
/** Before the service of the scene starts: making releases keeps this process busy for seconds, and its connections would time out. */
beforeAll(async () => {
  const manifest = readManifest(dist);
  const editions = manifest.editions.filter(({ root }) => root === ROOT);
  for (const part of ['publish', ROOT]) cpSync(join(dist, part), join(first, part), { recursive: true, mode: 2 });
  publish(first, { ...manifest, editions, build: buildId(manifest.version, editions) });
  await target.deploy(first);
  for (let release = 1; release <= DEPLOYMENTS; release += 1) builds.push(nextRelease(first, ROOT, release));
}, 300_000);
afterAll(() => {
  target.remove();
  for (const build of builds) rmSync(build, { recursive: true });
});

const scene = callScene(undefined, () => join(target.path, 'current'));
const people: PageUser[] = [];
failOnErrors(() => people);

test(`a tab of the release before ${DEPLOYMENTS} deployments works in everything, and its call goes on`, async () => {
  const [anna, ben] = await scene.pair();
  people.push(anna.who, ben.who);
  await anna.connect(ben);
  for (let release = 1; release <= DEPLOYMENTS; release += 1) {
    await target.deploy(builds[release]!);
    await anna.who.say(`After deployment ${release}`);
    await ben.who.said(`After deployment ${release}`).waitFor();
    await anna.hears();
  }
  await anna.button('call.hangUp').click();
  await Promise.all([anna.isFree(), ben.isFree()]);

  const carol = await scene.arrive();
  people.push(carol.who);
  expect(await carol.page.content()).toContain(`-${DEPLOYMENTS}.js`);
  await carol.who.enter(carol.who.topic('lounge'));
  await useRoom(anna, carol);
  await useKeys(anna);
  await usePanes(anna);
  // An edition has scripts of other pages, too.
  const scripts = Object.keys(readManifest(first).editions[0]!.files).filter((file) => /^_astro\/.*\.js$/.test(file));
  expect(scripts.length).toBeGreaterThan(20);
  const missing = await anna.page.evaluate(async (all) => {
    const answers = await Promise.all(all.map(async (file) => ({ file, status: (await fetch(`/${file}`)).status })));
    return answers.filter(({ status }) => status !== 200);
  }, scripts);
  expect(missing).toEqual([]);
});

/** Messages between a tab and a page of another release: reactions, replies, edits, mentions and emoji. */
async function useRoom({ who, page }: Caller, { who: newcomer }: Caller): Promise<void> {
  await who.enter(who.topic('lounge'));
  await newcomer.say('From the newest release');
  await who.said('From the newest release').waitFor();
  await who.more('From the newest release');
  await who.button('chat.react', { text: '🔥' }).click();
  await newcomer.said('From the newest release').getByRole('button', { name: '🔥 1' }).waitFor();
  await who.more('From the newest release');
  await who.button('chat.reply').click();
  await who.say('From the first release');
  await who.stored('From the first release').waitFor();
  await who.more('From the first release');
  await who.button('chat.edit').click();
  const edited = page.getByRole('textbox', { name: who.words('chat.editing') });
  await edited.fill('Still from the first release');
  await edited.press('Enter');
  await newcomer.said('Still from the first release').waitFor();
  await who.button('emoji.title').click();
  await page.getByRole('button', { name: '😀' }).first().click();
  await who.field.pressSequentially(` @${newcomer.name.slice(0, 3)}`);
  await page.getByRole('option', { name: newcomer.name }).click();
  await who.field.press('Enter');
  await newcomer.said('😀').waitFor();
}

async function useKeys({ who, page }: Caller): Promise<void> {
  for (const [key, title] of [
    ['?', 'keys.title'],
    ['Control+k', 'keys.goTo'],
  ] as const) {
    await who.said('Still from the first release').focus();
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name: who.words(title) }).waitFor();
    await page.keyboard.press('Escape');
  }
}

async function usePanes({ who, page }: Caller): Promise<void> {
  await who.moreOfRoom(who.words('topics.lounge'));
  await who.button('history.title').click();
  await page.getByRole('searchbox', { name: who.words('history.search') }).fill('newest');
  await page.getByText(who.words('history.matches_one', { text: '1', count: '1' })).waitFor();
  await who.button('partner.title').click();
  await who.button('partner.start').waitFor();
  await who.button('chat.account').click();
  await page.getByRole('checkbox', { name: who.words('account.showSeen') }).waitFor();
}
