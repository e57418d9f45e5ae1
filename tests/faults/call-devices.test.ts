import { describe, expect, onTestFinished } from 'vitest';

import { launchChromium } from '../../scripts/lib/programs/chromium.ts';
import { faultsOf, tooWideIn } from '../support/browser/axe.ts';
import { ALLOWED, arriveWithDevices, type Caller, callScene, MADE_UP, meet } from '../support/browser/call-page.ts';
import { programs, testWith } from '../support/programs.ts';

const test = testWith('coturn');
const testAsking = programs.coturn ? testWith('wholeChromium') : test;
const scene = callScene();

/** Two callers who have a conversation; the first has a browser of their own, started with the flag. */
async function pairIn(executablePath: string, flag: string): Promise<[Caller, Caller]> {
  const browser = await launchChromium(executablePath, [flag]);
  onTestFinished(() => browser.close());
  const pair: [Caller, Caller] = [await arriveWithDevices(browser, scene.service), await scene.arrive()];
  await meet(...pair);
  return pair;
}

/** Calls without camera and microphone, and hears the other caller. */
async function listen(anna: Caller, ben: Caller, trouble: string): Promise<void> {
  await anna.prepare(ben);
  await anna.check('call.video').click();
  await anna.dialog.getByText(anna.who.words(`call.videoTrouble.${trouble}`)).waitFor();
  await anna.button('call.start').click();
  await anna.dialog.getByText(anna.who.words(`call.audio.${trouble}`)).waitFor();
  expect(await anna.dialog.getByRole('button', { name: anna.who.words('chat.again') }).count()).toBe(2);
  expect(await faultsOf(anna.page)).toEqual([]);
  await anna.button('call.without').click();
  await ben.rings(anna);
  await ben.answer();
  await anna.talks();
  await ben.sees('call.good');
  expect(await anna.button('call.mute').count()).toBe(0);
  await ben.button('call.camera').click();
  await anna.watches();
}

testAsking('a user who denies camera and microphone is told where to allow them, and can still listen', async () => {
  const [anna, ben] = await pairIn(programs.wholeChromium!, MADE_UP);
  await listen(anna, ben, 'denied');
  // The user grants both permissions during the call.
  await anna.page.context().grantPermissions(['camera', 'microphone']);
  await anna.page.locator('.trouble').getByRole('button').first().click();
  await ben.hears();
});

test('a user without a camera and a microphone is told so, and can still listen', async () => {
  const [anna, ben] = await pairIn(programs.chromium!, ALLOWED);
  await listen(anna, ben, 'absent');
});

test('no device is requested before a tap, and the quick exit ends the call', async () => {
  const [anna, ben] = await scene.pair();
  await anna.isFree();
  await anna.connect(ben);
  await anna.button('call.camera').click();
  await ben.watches();
  for (let press = 0; press < 3; press += 1) await anna.page.keyboard.press('Shift');
  await anna.page.waitForURL('about:blank');
  await ben.sees('call.over.ended');
  await ben.isFree();
});

describe.each([
  ['amber.example', 'de'],
  ['onyx.example', 'en'],
])('on %s in %s', (host, lang) => {
  const WIDTHS = [1280, 320];

  test('every state of a call is accessible, and fits every width', async () => {
    const [anna, ben] = await scene.pair({ host, lang }, { host, lang });
    const examine = async (caller: Caller, state: string): Promise<void> => {
      for (const width of WIDTHS) {
        await caller.page.setViewportSize({ width, height: 800 });
        expect([state, width, ...(await tooWideIn(caller.page)), ...(await faultsOf(caller.page))]).toEqual([
          state,
          width,
        ]);
      }
      await caller.page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
    };
    await anna.prepare(ben);
    await anna.check('call.video').check();
    await anna.check('call.blur').check();
    await examine(anna, 'before the call');
    await anna.button('call.start').click();
    await anna.sees('call.calling');
    await examine(anna, 'it rings there');
    await ben.rings(anna, true);
    await examine(ben, 'it rings here');
    await ben.page.keyboard.press('Escape');
    await examine(ben, 'it rings beside something else');
    await ben.page
      .locator('.call')
      .getByRole('button', { name: ben.who.words('call.answer') })
      .click();
    await ben.answer();
    await Promise.all([anna.talks(), ben.talks()]);
    await ben.watches();
    await examine(ben, 'talking, and seeing the other one');
    await ben.button('call.devices').click();
    await examine(ben, 'choosing devices');
    await ben.button('call.small').click();
    await examine(ben, 'small');
    await ben.page.reload();
    await ben.sees('call.left', { name: anna.name });
    await examine(ben, 'left');
    await anna.sees('call.reconnecting');
    await examine(anna, 'connecting anew');
    await ben.page
      .locator('.call')
      .getByRole('button', { name: ben.who.words('call.hangUp') })
      .click();
    await anna.sees('call.over.ended');
    await examine(anna, 'over');
    expect([...anna.who.wrong, ...ben.who.wrong]).toEqual([]);
  });
});

test('a call can be operated with the keyboard alone', async () => {
  const [anna, ben] = await scene.pair();
  const focused = (caller: Caller): Promise<string> =>
    caller.page.evaluate(() => {
      const at = document.activeElement!;
      return at === document.body ? 'lost' : (at.getAttribute('aria-label') ?? at.textContent.trim());
    });
  const reach = async (caller: Caller, name: string): Promise<void> => {
    for (let key = 0; (await focused(caller)) !== name; key += 1) {
      if (key > 80) throw new Error(`Tab never leads to ${name}`);
      await caller.page.keyboard.press('Tab');
    }
  };
  const act = async (caller: Caller, key: string, values?: Record<string, string>): Promise<void> => {
    await reach(caller, caller.who.words(key, values));
    await caller.page.keyboard.press('Enter');
  };
  await act(anna, 'call.call', { name: ben.name });
  await anna.dialog.waitFor();
  await act(anna, 'call.start');
  await ben.rings(anna);
  await act(ben, 'call.answer');
  await Promise.all([anna.talks(), ben.talks()]);
  for (const caller of [anna, ben])
    await expect.poll(() => focused(caller)).toBe(caller === anna ? ben.name : anna.name);
  await act(anna, 'call.mute');
  expect(await anna.button('call.mute').getAttribute('aria-pressed')).toBe('true');
  // Escape does not hang up.
  await anna.page.keyboard.press('Escape');
  await act(anna, 'call.camera');
  await ben.watches();
  await act(ben, 'call.hangUp');
  await anna.sees('call.over.ended');
  for (const caller of [anna, ben]) await expect.poll(() => focused(caller)).not.toBe('lost');
});
