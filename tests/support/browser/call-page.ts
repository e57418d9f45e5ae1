import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { launchChromium } from '../../../scripts/lib/chromium.ts';
import { programs } from '../programs.ts';
import { acquaint } from '../service/call-client.ts';
import { enterChat } from '../service/chat-client.ts';
import { type Coturn, startCoturn } from '../service/coturn.ts';
import { startTestService, type TestService } from '../service/test-service.ts';
import { arrive, type Somebody } from './chat-page.ts';

/** Cameras and microphones that are made up; of the cameras, the second one is for depth. */
export const MADE_UP = '--use-fake-device-for-media-stream=device-count=3';
/** Whatever is asked for is allowed. */
export const ALLOWED = '--use-fake-ui-for-media-stream';

/** Keeps hold of connections and devices, which a page does not show. */
const WATCH = `
  window.connections = [];
  window.tracks = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...parts) {
      super(...parts);
      window.connections.push(this);
    }
  };
  const devices = navigator.mediaDevices;
  if (devices) {
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wished) => {
      const stream = await open(wished);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
  }
`;

interface Watched {
  connections: RTCPeerConnection[];
  tracks: MediaStreamTrack[];
}

interface Stats extends Record<string, unknown> {
  type: string;
}

type Arrival = Parameters<typeof arrive>[2];

/** Somebody with devices, of whose calls a test sees everything. */
export class Caller {
  readonly who: Somebody;

  constructor(who: Somebody) {
    this.who = who;
  }

  get page() {
    return this.who.page;
  }

  get name(): string {
    return this.who.name;
  }

  button(key: string, values?: Record<string, string>) {
    return this.who.button(key, values);
  }

  /** Words of the call that are shown. */
  sees(key: string, values?: Record<string, string>) {
    return this.page.locator('.call').getByText(this.who.words(key, values), { exact: true }).waitFor();
  }

  /** Opens what is decided before calling. */
  async prepare(other: Caller): Promise<void> {
    await this.button('call.call', { name: other.name }).click();
    await this.dialog.waitFor();
  }

  /** What is decided before one calls or answers. */
  get dialog() {
    return this.page.locator('dialog[open]');
  }

  check(key: string) {
    return this.dialog.getByRole('checkbox', { name: this.who.words(key) });
  }

  async call(other: Caller, video = false): Promise<void> {
    await this.prepare(other);
    if (video) {
      await this.check('call.video').check();
      await this.dialog.locator('video').waitFor();
    }
    await this.button('call.start').click();
    await this.sees('call.calling');
  }

  async rings(other: Caller, video = false): Promise<void> {
    const name = this.who.words(video ? 'call.incomingVideo' : 'call.incoming', { name: other.name });
    await this.page.getByRole('alertdialog', { name }).waitFor();
  }

  async answer(): Promise<void> {
    await this.button('call.answer').click();
  }

  /** Both are connected, and hear each other. */
  async talks(): Promise<void> {
    await this.sees('call.good');
    await this.hears();
  }

  /** Calls somebody, who answers. */
  async connect(other: Caller): Promise<void> {
    await this.call(other);
    await other.rings(this);
    await other.answer();
    await Promise.all([this.talks(), other.talks()]);
  }

  /** What came of sound grows. */
  async hears(): Promise<void> {
    const before = await this.received('audio');
    await expect.poll(() => this.received('audio')).toBeGreaterThan(before + 1000);
  }

  /** Frames of the other one that were shown. */
  frames(): Promise<number> {
    return this.page.evaluate(
      () =>
        document.querySelector<HTMLVideoElement>('.other:not([hidden])')?.getVideoPlaybackQuality().totalVideoFrames ??
        0,
    );
  }

  /** A moving picture of the other one is shown. */
  async watches(): Promise<void> {
    await expect.poll(() => this.frames()).toBeGreaterThan(5);
    const before = await this.frames();
    await expect.poll(() => this.frames()).toBeGreaterThan(before + 5);
  }

  async received(kind: 'audio' | 'video'): Promise<number> {
    const bytes = (await this.stats())
      .filter((one) => one.type === 'inbound-rtp' && one.kind === kind)
      .map((one) => one.bytesReceived as number);
    return bytes.reduce((sum, more) => sum + more, 0);
  }

  /** Descriptions of the other one, as the connection that is open has taken them. */
  remoteDescription(): Promise<string> {
    return this.page.evaluate(() => {
      const { connections } = globalThis as unknown as Watched;
      return connections.findLast(({ signalingState }) => signalingState !== 'closed')!.currentRemoteDescription!.sdp;
    });
  }

  /** Of the connection that is open. */
  stats(): Promise<Stats[]> {
    return this.page.evaluate(async () => {
      const { connections } = globalThis as unknown as Watched;
      const open = connections.filter(({ signalingState }) => signalingState !== 'closed');
      const reports = await Promise.all(open.map((connection) => connection.getStats()));
      return reports.flatMap((report) => [...(report as unknown as Map<string, Stats>).values()]);
    });
  }

  /** Everything is released: no device is in use, no connection is open. */
  async isFree(): Promise<void> {
    const left = () =>
      this.page.evaluate(() => {
        const { connections, tracks } = globalThis as unknown as Watched;
        return [
          ...tracks.map(({ readyState }) => readyState).filter((state) => state !== 'ended'),
          ...connections.map(({ signalingState }) => signalingState).filter((state) => state !== 'closed'),
        ];
      });
    await expect.poll(left).toEqual([]);
  }

  /** What conversations keep of calls, the last one first. */
  async traces(): Promise<string[]> {
    const lines = await this.page.getByRole('log').locator('.called').allInnerTexts();
    return lines.map((line) => line.replaceAll('\n', ' ').replace(/\d+:\d\d$/, 'm:ss')).toReversed();
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** Lets somebody new enter the chat with devices. */
export async function arriveWithDevices(
  browser: Browser,
  service: TestService,
  arrival: Arrival = {},
): Promise<Caller> {
  const who = await arrive(browser, service, arrival);
  const context = who.page.context();
  await context.addInitScript(WATCH);
  await who.page.reload();
  await who.topic('lounge').waitFor();
  return new Caller(who);
}

/** Leads two into their private conversation, in which both have said something. */
export async function meet(one: Caller, other: Caller): Promise<void> {
  const [first, second] = [await enterChat(one.who.visitor), await enterChat(other.who.visitor)];
  await acquaint(first, second);
  for (const { socket } of [first, second]) socket.disconnect();
  for (const [caller, whom] of [
    [one, other],
    [other, one],
  ] as const) {
    await caller.who.enter(caller.who.inLobby(whom.name));
    await caller.who.said('Good evening').waitFor();
  }
}

interface Scene {
  browser: Browser;
  service: TestService;
  coturn: Coturn;
  /** Two who know each other and have devices. */
  pair: (one?: Arrival, other?: Arrival) => Promise<[Caller, Caller]>;
  arrive: (arrival?: Arrival) => Promise<Caller>;
}

/**
 * A service with calls through a coturn of its own, for the tests of a suite; whoever has arrived leaves after each of them.
 * @param urls of the relays, out of those of coturn
 */
export function callScene(urls: (coturn: Coturn) => string[] = (coturn) => coturn.urls): Scene {
  const scene = {} as Scene;
  let here: Caller[] = [];
  beforeAll(async () => {
    if (!programs.chromium || !programs.coturn) return;
    const coturn = await startCoturn();
    const service = await startTestService('PGlite', {
      TURN_URLS: urls(coturn).join(','),
      TURN_SECRET: coturn.secret,
    });
    const arriveHere: Scene['arrive'] = async (arrival) => {
      const caller = await arriveWithDevices(scene.browser, service, arrival);
      here.push(caller);
      return caller;
    };
    Object.assign(scene, {
      browser: await launchChromium(programs.chromium, [MADE_UP, ALLOWED]),
      service,
      coturn,
      arrive: arriveHere,
      pair: async (one, other) => {
        const pair: [Caller, Caller] = await Promise.all([arriveHere(one), arriveHere(other)]);
        await meet(...pair);
        return pair;
      },
    } satisfies Scene);
  });
  afterEach(async () => {
    await Promise.all(here.map((caller) => caller.close()));
    here = [];
  });
  afterAll(async () => {
    await scene.browser?.close();
    await scene.service?.close();
    await scene.coturn?.close();
    expect(scene.service?.errors ?? []).toEqual([]);
  });
  return scene;
}
