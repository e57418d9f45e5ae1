import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { launchChromium } from '../../../scripts/lib/programs/chromium.ts';
import { resources } from '../../../src/contract/api-paths.ts';
import { faultsOf } from '../../support/browser/axe.ts';
import { ALLOWED, MADE_UP } from '../../support/browser/call-page.ts';
import { wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { type Coturn, startCoturn } from '../../support/service/calls/coturn.ts';
import { anyDatabase, startTestService, type TestService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const testTurn = programs.chromium ? testWith('coturn') : test;

const HOST = 'amber.example';
const words = wordsOf('en');
const [beforeText, afterText] = words('test.serviceWorks', { text: '#' }).split('#');
const answered = new RegExp(`^${beforeText}\\d+ ms${afterText!.replace('.', '\\.')} `);

let service: TestService;
let coturn: Coturn | undefined;
const browsers: Browser[] = [];

beforeAll(async () => {
  coturn = programs.coturn ? await startCoturn() : undefined;
  const settings = coturn && { TURN_URLS: coturn.urls.join(), TURN_SECRET: coturn.secret };
  service = await startTestService(anyDatabase, settings);
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await service?.close();
  await coturn?.close();
});

describe('with devices', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(MADE_UP, ALLOWED);
  });

  testTurn('all devices and the connection work, and the page sends no data', async () => {
    const check = await open(browser);
    await check.passesAxe();

    await check.press('camera');
    await check.says('camera', words('test.cameraWorks', { text: '1280 × 720' }));
    expect(await check.page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
    await check.press('microphone');
    await check.says('microphone', words('test.microphoneWorks'));
    const level = check.page.getByRole('meter', { name: words('test.level') });
    await expect.poll(() => level.evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(0.4);
    await check.passesAxe();

    const play = await check.press('speaker');
    await check.says('speaker', words('test.heard'));
    await check.page.getByRole('button', { name: words('test.no'), exact: true }).click();
    await check.says('speaker', words('test.speakerSilent'));
    expect(await play.evaluate((button) => button === document.activeElement)).toBe(true);
    await check.press('speaker');
    await check.page.getByRole('button', { name: words('test.yes'), exact: true }).click();
    await check.says('speaker', words('test.speakerWorks'));

    await check.press('connection');
    await check.says('connection', new RegExp(`${answered.source}${words('test.callsWork')}$`));
    await check.passesAxe();

    const own = new URL(check.page.url()).origin;
    expect(check.asked.filter(({ method, url }) => method !== 'GET' || new URL(url).origin !== own)).toEqual([]);
    expect(check.asked.filter(({ url }) => url.includes('/api/')).map(({ url }) => new URL(url).pathname)).toEqual([
      resources.relays,
      resources.relays,
    ]);
    expect(check.sockets).toEqual([]);
    await check.close();
  });

  test('a device is released by its button, by choosing another device, and by leaving the page', async () => {
    const check = await open(browser);
    for (const device of ['camera', 'microphone'] as const) {
      await check.press(device);
      await check.says(device, words(`test.${device}Works`, { text: '1280 × 720' }));
      await check.press(device);
      await check.says(device, words('test.off'));
      expect(await check.live()).toBe(0);
      await check.press(device);
      await check.says(device, words(`test.${device}Works`, { text: '1280 × 720' }));
      expect(await check.live()).toBe(1);
      const list = check.page.getByLabel(words(device === 'camera' ? 'test.whichCamera' : 'test.whichMicrophone'));
      await list.focus();
      await list.selectOption({ index: 1 });
      await expect.poll(() => check.labels()).toEqual([await list.locator('option').nth(1).textContent()]);
      expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
      await check.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
      expect(await check.live()).toBe(0);
      expect(await check.button(device).textContent()).toBe(words(`test.${device}On`));
    }
    await check.close();
  });

  test('a device that is granted after its check was cancelled is released', async () => {
    const check = await open(browser);
    await check.page.evaluate(() => {
      const { getUserMedia } = navigator.mediaDevices;
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        await new Promise((done) => addEventListener('answered', done, { once: true }));
        return getUserMedia.call(navigator.mediaDevices, constraints);
      };
    });
    await check.press('camera');
    await check.says('camera', words('test.waiting'));
    await check.press('camera');
    await check.page.evaluate(() => dispatchEvent(new Event('answered')));
    await expect.poll(() => check.given()).toBe(1);
    await expect.poll(() => check.live()).toBe(0);
    await check.says('camera', words('test.off'));
    await check.close();
  });

  test('a device that is busy, or removed, is reported', async () => {
    const check = await open(browser);
    await check.press('microphone');
    await check.says('microphone', words('test.microphoneWorks'));
    await check.page.evaluate(() => window.tracks[0]!.dispatchEvent(new Event('ended')));
    await check.says('microphone', words('test.ended'));
    await check.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'));
    });
    for (const device of ['camera', 'microphone'] as const) {
      await check.press(device);
      await check.says(device, words('test.busy'));
      expect(await check.button(device).textContent()).toBe(words(`test.${device}On`));
    }
    await check.passesAxe();
    await check.close();
  });
});

test.each([
  ['that the browser does not allow', 'denied', [MADE_UP, `${ALLOWED}=deny`]],
  ['that is missing', 'absent', [ALLOWED]],
] as const)('a device %s is reported, and can be tried again', async (_, word, flags) => {
  const check = await open(await launch(...flags));
  for (const device of ['camera', 'microphone'] as const) {
    await check.press(device);
    await check.says(device, words(`test.${word}`));
    expect(await check.button(device).textContent()).toBe(words(`test.${device}On`));
  }
  await check.passesAxe();
  await check.close();
});

describe('the connection', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });

  testTurn('is reported as slow if TURN is reached over TCP only', async () => {
    const check = await open(browser);
    await check.answers(['turn:127.0.0.1:9?transport=udp', coturn!.urls[1]!]);
    await check.press('connection');
    await check.says('connection', new RegExp(`${answered.source}${words('test.callsSlow')}$`));
    await check.passesAxe();
    await check.close();
  });

  test('is reported as blocked if no TURN server is reached', async () => {
    const check = await open(browser);
    await check.answers(['turn:127.0.0.1:9?transport=udp', 'turn:127.0.0.1:9?transport=tcp']);
    await check.press('connection');
    await check.says('connection', new RegExp(`${answered.source}${words('test.callsLost')}$`));
    await check.passesAxe();
    await check.close();
  });

  test('is not checked if calls are not configured, and is lost if the service is', async () => {
    const without = await startTestService(anyDatabase);
    const check = await open(browser, {}, without.port);
    await check.press('connection');
    await check.says('connection', new RegExp(`${answered.source}${words('test.callsOff')}$`));
    await check.page.route(`**${resources.relays}`, (route) => route.abort());
    await check.press('connection');
    await check.says('connection', words('test.serviceLost'));
    await check.passesAxe();
    await check.close();
    await without.close();
  });
});

test('without JavaScript the page shows a notice, and no button', async () => {
  const { page, close } = await open(await launch(), { javaScriptEnabled: false });
  const notice = page.locator('noscript p');
  await notice.waitFor();
  expect(await notice.textContent()).toBe(words('test.noScript'));
  expect(await page.getByRole('button').count()).toBe(0);
  await close();
});

type Part = 'camera' | 'microphone' | 'speaker' | 'connection';

declare global {
  interface Window {
    /** All tracks that the page received, including released tracks. */
    tracks: MediaStreamTrack[];
  }
}

async function launch(...flags: string[]): Promise<Browser> {
  const browser = await launchChromium(programs.chromium!, flags);
  browsers.push(browser);
  return browser;
}

/** Opens the device check and records its requests. */
async function open(browser: Browser, options: BrowserContextOptions = {}, port = service.port) {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const asked: { method: string; url: string }[] = [];
  const sockets: string[] = [];
  page.on('request', (request) => asked.push({ method: request.method(), url: request.url() }));
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.addInitScript(() => {
    window.tracks = [];
    const { getUserMedia } = MediaDevices.prototype;
    MediaDevices.prototype.getUserMedia = async function (constraints) {
      const stream = await getUserMedia.call(this, constraints);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await page.goto(`http://${HOST}.localhost:${port}/test`);
  const button = (part: Part) => page.locator(`#${part} > button`);
  const status = (part: Part) => page.locator(`#${part}`).getByRole('status');
  return {
    page,
    asked,
    sockets,
    button,
    press: async (part: Part) => {
      await button(part).click();
      return button(part);
    },
    says: (part: Part, text: string | RegExp) =>
      expect
        .poll(() => status(part).textContent())
        .toMatch(typeof text === 'string' ? new RegExp(`^${RegExp.escape(text)}$`) : text),
    /** Makes the service answer with other TURN servers. */
    answers: (urls: string[]) => page.route(`**${resources.relays}`, (route) => route.fulfill({ json: { urls } })),
    given: () => page.evaluate(() => window.tracks.length),
    live: () => page.evaluate(() => window.tracks.filter(({ readyState }) => readyState === 'live').length),
    labels: () =>
      page.evaluate(() => window.tracks.filter(({ readyState }) => readyState === 'live').map(({ label }) => label)),
    passesAxe: async () => expect(await faultsOf(page)).toEqual([]),
    close: () => context.close(),
  };
}
