import { networkInterfaces } from 'node:os';

import { describe, expect } from 'vitest';

import { type Caller, callScene } from '../../support/browser/call-page.ts';
import { SCREEN } from '../../support/browser/chat-page.ts';
import { testWith } from '../../support/programs.ts';
import { ago } from '../../support/service/calls/call-steps.ts';

const test = testWith('coturn');

const ownAddresses = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ internal }) => !internal)
  .map(({ address }) => address);

/** Addresses of the remote peer that a page knows, except those of the relay. */
async function addressesSeenBy(caller: Caller): Promise<unknown[]> {
  const text = await caller.remoteDescription();
  const seen = (await caller.stats()).filter(({ type }) => type === 'remote-candidate');
  expect(seen.length).toBeGreaterThan(0);
  return [
    ...seen.filter((one) => one.candidateType !== 'relay' || one.relatedAddress || one.address !== '127.0.0.1'),
    ...(text.match(/^a=candidate:.*$/gm) ?? []).filter((line) => !/ typ relay raddr 0\.0\.0\.0 rport 0/.test(line)),
    ...ownAddresses.filter((address) => text.includes(address)),
  ];
}

describe.each(['udp', 'tcp'])('through a relay over %s', (transport) => {
  const scene = callScene(({ urls }) => urls.filter((url) => url.endsWith(transport)));

  test('two users talk, then see each other, and neither learns the address of the other', async () => {
    const [anna, ben] = await scene.pair();
    await anna.connect(ben);
    await anna.button('call.camera').click();
    await ben.watches();
    expect(await anna.page.locator('.other').isHidden()).toBe(true);
    await ben.button('call.camera').click();
    await Promise.all([anna.watches(), ben.watches()]);
    for (const one of [anna, ben]) {
      const own = (await one.stats()).filter(({ type }) => type === 'local-candidate');
      expect(new Set(own.map(({ candidateType, relayProtocol }) => `${candidateType} ${relayProtocol}`))).toEqual(
        new Set([`relay ${transport}`]),
      );
      expect(await addressesSeenBy(one)).toEqual([]);
    }

    // The remote video moves to picture-in-picture, and back.
    const floating = () => anna.page.evaluate(() => document.pictureInPictureElement?.className);
    await anna.button('call.outside').click();
    await expect.poll(floating).toBe('other');
    await anna.button('call.outside').click();
    await expect.poll(floating).toBeUndefined();

    // The call fills the screen with its buttons, and returns.
    const fullScreen = anna.button('call.fullScreen');
    const filled = () =>
      anna.page.evaluate(() => {
        const box = document.querySelector('.other')!.getBoundingClientRect();
        return document.fullscreenElement?.matches('.call') && box.width === innerWidth;
      });
    await fullScreen.click();
    await expect.poll(filled).toBe(true);
    await anna.page
      .locator('.call')
      .getByRole('button', { name: anna.who.words('chat.exit') })
      .waitFor();
    await fullScreen.and(anna.page.locator('[aria-pressed=true]')).click();
    await expect.poll(filled).toBeUndefined();

    // On a phone on its side, the quick exit covers no button of the call.
    await anna.page.setViewportSize({ width: 667, height: 375 });
    const [button, exit] = [anna.button('call.small'), anna.page.locator('a.exit')];
    const [first, second] = await Promise.all([button.boundingBox(), exit.boundingBox()]);
    expect(first!.x + first!.width).toBeLessThanOrEqual(second!.x);
    await anna.page.setViewportSize(SCREEN.viewport);

    // Users can write during a call.
    await ben.who.say('I see you');
    await anna.who.said('I see you').waitFor();
    await anna.button('call.camera').click();
    await ben.page.locator('.other').waitFor({ state: 'hidden' });
    await anna.hears();

    await ben.button('call.hangUp').click();
    await anna.sees('call.over.ended');
    await ben.page.locator('.call').waitFor({ state: 'detached' });
    await Promise.all([anna.isFree(), ben.isFree()]);
    await expect.poll(() => anna.traces()).toEqual([`${anna.who.words('call.voiceOut')} m:ss`]);
    expect(await ben.traces()).toEqual([`${ben.who.words('call.voiceIn', { name: anna.name })} m:ss`]);
    expect([...anna.who.wrong, ...ben.who.wrong]).toEqual([]);

    // The caller calls again, the other person calls back.
    await ben.page
      .getByRole('log')
      .getByRole('button', { name: ben.who.words('call.back') })
      .waitFor();
    const tops = await anna.page
      .getByRole('log')
      .locator('.bubble > .tool')
      .evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([2, 1]);
    await anna.page
      .getByRole('log')
      .getByRole('button', { name: anna.who.words('call.again') })
      .click();
    await anna.page.getByRole('dialog', { name: anna.who.words('call.call', { name: ben.name }) }).waitFor();
    expect(
      await anna.page
        .getByRole('log')
        .locator('article', { has: anna.page.locator('.called') })
        .locator('.more')
        .count(),
    ).toBe(0);
  });
});

describe('through any relay', () => {
  const scene = callScene();

  test('a user previews the camera first, and can blur it or keep it off', async () => {
    const [anna, ben] = await scene.pair();
    await anna.button('call.callVideo', { name: ben.name }).click();
    await anna.dialog.locator('video').waitFor();
    expect(await anna.check('call.video').isChecked()).toBe(true);
    await anna.button('call.start').click();
    await ben.rings(anna, true);
    await ben.check('call.video').check();
    await ben.check('call.blur').check();
    /** Counts sharp edges in a video; a blurred or empty video has few. */
    const colours = (caller: Caller, picture: string) =>
      caller.page.evaluate((selector) => {
        const video = document.querySelector<HTMLVideoElement>(selector);
        if (!video?.videoWidth) return 0;
        const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
        const context = canvas.getContext('2d')!;
        context.drawImage(video, 0, 0, 320, 240);
        const { data } = context.getImageData(0, 0, 320, 240);
        // A sharp edge is a big difference between neighbouring pixels.
        let edges = 0;
        for (let at = 0; at < data.length - 4; at += 4)
          if (Math.abs(data[at + 1]! - data[at + 5]!) > 60 && (at / 4) % 320 !== 319) edges += 1;
        return edges + 1;
      }, picture);
    await expect.poll(() => colours(ben, '.own')).toBe(1);
    await ben.answer();
    await anna.watches();
    await ben.watches();
    await expect.poll(() => colours(ben, '.other')).toBeGreaterThan(100);
    expect(await colours(anna, '.other')).toBeLessThan(5);
    await ben.button('call.blurred').click();
    await expect.poll(() => colours(anna, '.other')).toBeGreaterThan(100);
    await ben.button('call.blurred').click();
    await expect.poll(() => colours(anna, '.other')).toBeLessThan(5);
  });

  test('another tab says nothing of an answer here, and the duration goes on after a reload', async () => {
    const [anna, ben] = await scene.pair();
    const tab = await ben.page.context().newPage();
    await tab.goto(ben.who.address);
    await anna.call(ben);
    await tab.getByRole('alertdialog').waitFor();
    await ben.answer();
    await tab.getByRole('alertdialog').waitFor({ state: 'detached' });
    await ben.talks();
    expect(await tab.locator('.call, .toast').count()).toBe(0);
    const { db } = scene.service.brand('amber');
    await db
      .updateTable('call')
      .set({ answeredAt: ago(600_000) })
      .execute();
    await ben.page.reload();
    await ben.button('call.goOn').click();
    await ben.page.locator('.call .time', { hasText: /^10:/ }).waitFor();
    await ben.button('call.hangUp').click();
  });

  test('a user can mute the microphone and choose other devices', async () => {
    const [anna, ben] = await scene.pair();
    await anna.connect(ben);
    const sound = async () => (await ben.stats()).find((one) => one.type === 'inbound-rtp' && one.kind === 'audio')!;
    /** Whether the next half second of audio has energy; the decoder adds slight noise to silence. */
    const grows = async (): Promise<boolean> => {
      const before = await sound();
      let now = before;
      while (Number(now.totalSamplesDuration) < Number(before.totalSamplesDuration) + 0.5) now = await sound();
      return Number(now.totalAudioEnergy) > Number(before.totalAudioEnergy) + 0.0005;
    };
    await expect.poll(grows).toBe(true);
    const mute = anna.button('call.mute');
    await mute.click();
    expect(await mute.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(grows).toBe(false);
    await mute.click();
    await expect.poll(grows).toBe(true);

    await anna.button('call.camera').click();
    await ben.watches();
    await anna.button('call.devices').click();
    const picker = (kind: string) =>
      anna.page.locator('.call').getByRole('combobox', { name: anna.who.words(`call.${kind}`) });
    const used = () =>
      anna.page.evaluate(() =>
        (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks
          .filter(({ readyState }) => readyState === 'live')
          .map((track) => track.getSettings().deviceId),
      );
    const before = await used();
    for (const kind of ['audioinput', 'videoinput']) {
      const now = await picker(kind).inputValue();
      const others = await picker(kind)
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      expect(before).toContain(now);
      await picker(kind).selectOption(others.findLast((other) => other !== now)!);
    }
    await expect.poll(async () => (await used()).filter((id) => !before.includes(id)).length).toBe(2);
    expect((await used()).length).toBe(2);
    const speakers = picker('audiooutput');
    await speakers.selectOption({ index: 2 });
    expect(await anna.page.locator('.other').evaluate((video: HTMLVideoElement) => video.sinkId)).toBe(
      await speakers.inputValue(),
    );
    await ben.watches();
    await expect.poll(grows).toBe(true);
  });

  test('a direct connection reveals the own address only, for a single call', async () => {
    const [anna, ben] = await scene.pair();
    await anna.prepare(ben);
    expect(await anna.check('call.direct').isChecked()).toBe(false);
    await anna.check('call.direct').check();
    await anna.button('call.start').click();
    await ben.rings(anna);
    expect(await ben.check('call.direct').isChecked()).toBe(false);
    await ben.answer();
    await Promise.all([anna.talks(), ben.talks()]);
    expect(await addressesSeenBy(anna)).toEqual([]);
    expect((await addressesSeenBy(ben)).length).toBeGreaterThan(0);
    await anna.button('call.hangUp').click();

    // The panel of the ended call waits in its conversation, and offers to call back.
    await ben.sees('call.over.ended');
    await ben.who.enter(ben.who.topic('lounge'));
    await ben.page.locator('.call').waitFor({ state: 'detached' });
    await ben.who.enter(ben.who.inLobby(anna.name));
    await ben.sees('call.over.ended');
    await ben.page
      .locator('.call')
      .getByRole('button', { name: ben.who.words('call.back'), exact: true })
      .click();
    await ben.page.getByRole('dialog', { name: ben.who.words('call.call', { name: anna.name }) }).waitFor();

    await anna.prepare(ben);
    expect(await anna.check('call.direct').isChecked()).toBe(false);
  });
});
