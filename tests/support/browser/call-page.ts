import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { launchChromium } from '../../../scripts/lib/programs/chromium.ts';
import { programs } from '../programs.ts';
import { acquaint } from '../service/calls/call-steps.ts';
import { type Coturn, startCoturn } from '../service/calls/coturn.ts';
import { enterChat } from '../service/chat/chat-test-user.ts';
import { anyDatabase, startTestService, type TestService } from '../service/test-service.ts';
import { arrive, PageUser } from './chat-page.ts';

/** Fake cameras and microphones. The second camera is a depth camera. */
export const MADE_UP = '--use-fake-device-for-media-stream=device-count=3';
/** Grants access to devices without a prompt. */
export const ALLOWED = '--use-fake-ui-for-media-stream';

/** Collects the connections and media tracks of a page. */
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

/** A person with devices. Tests read the connections and media tracks of their page. */
export class Caller {
  readonly who: PageUser;

  constructor(who: PageUser) {
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

  /** Waits for a text of the call. */
  sees(key: string, values?: Record<string, string>) {
    return this.page.locator('.call').getByText(this.who.words(key, values), { exact: true }).waitFor();
  }

  /** Opens the dialog that starts a call. */
  async prepare(other: Caller): Promise<void> {
    await this.button('call.call', { name: other.name }).click();
    await this.dialog.waitFor();
  }

  /** The dialog that starts or answers a call. */
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

  /** Waits until the connection is good and receives sound. */
  async talks(): Promise<void> {
    await this.sees('call.good');
    await this.hears();
  }

  /** Calls another person, who answers. */
  async connect(other: Caller): Promise<void> {
    await this.call(other);
    await other.rings(this);
    await other.answer();
    await Promise.all([this.talks(), other.talks()]);
  }

  /** Waits until more sound arrives. */
  async hears(): Promise<void> {
    const before = await this.received('audio');
    await expect.poll(() => this.received('audio')).toBeGreaterThan(before + 1000);
  }

  /** Number of frames in the video of the other person. */
  frames(): Promise<number> {
    return this.page.evaluate(
      () =>
        document.querySelector<HTMLVideoElement>('.other:not([hidden])')?.getVideoPlaybackQuality().totalVideoFrames ??
        0,
    );
  }

  /** Waits until the video of the other person plays. */
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

  /** Current remote SDP of the open connection. */
  remoteDescription(): Promise<string> {
    return this.page.evaluate(() => {
      const { connections } = globalThis as unknown as Watched;
      return connections.findLast(({ signalingState }) => signalingState !== 'closed')!.currentRemoteDescription!.sdp;
    });
  }

  /** WebRTC statistics of the open connections. */
  stats(): Promise<Stats[]> {
    return this.page.evaluate(async () => {
      const { connections } = globalThis as unknown as Watched;
      const open = connections.filter(({ signalingState }) => signalingState !== 'closed');
      const reports = await Promise.all(open.map((connection) => connection.getStats()));
      return reports.flatMap((report) => [...(report as unknown as Map<string, Stats>).values()]);
    });
  }

  /** Waits until all media tracks have ended and all connections are closed. */
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

  /** Call records of the open conversation, newest first. */
  async traces(): Promise<string[]> {
    const lines = await this.page.getByRole('log').locator('.called').allInnerTexts();
    return lines.map((line) => line.replaceAll('\n', ' ').replace(/\d+:\d\d$/, 'm:ss')).toReversed();
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** Opens the chat for a new person with devices. */
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

/** Opens the private conversation of two people, after both have sent a message. */
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
  /** Two callers in their private conversation. */
  pair: (one?: Arrival, other?: Arrival) => Promise<[Caller, Caller]>;
  arrive: (arrival?: Arrival) => Promise<Caller>;
  /** The same person in a second browser. */
  onAnotherDevice: (caller: Caller) => Promise<Caller>;
}

/**
 * Starts a service and a separate coturn for the tests of a suite. Closes the pages of all callers after each test.
 * @param urls chooses the TURN URLs of the service
 * @param site gives a folder with other files than `dist/`
 */
export function callScene(urls: (coturn: Coturn) => string[] = (coturn) => coturn.urls, site?: () => string): Scene {
  const scene = {} as Scene;
  let here: Caller[] = [];
  beforeAll(async () => {
    if (!programs.chromium || !programs.coturn) return;
    const coturn = await startCoturn();
    const settings = { TURN_URLS: urls(coturn).join(','), TURN_SECRET: coturn.secret };
    const service = await startTestService(anyDatabase, settings, site?.());
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
      onAnotherDevice: async ({ who }) => {
        const storageState = await who.page.context().storageState();
        const context = await scene.browser.newContext({ storageState });
        await context.addInitScript(WATCH);
        const second = new PageUser(await context.newPage(), who.name, who.visitor, who.lang, who.address);
        await second.page.goto(who.address);
        await second.topic('lounge').waitFor();
        const caller = new Caller(second);
        here.push(caller);
        return caller;
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
  });
  return scene;
}
