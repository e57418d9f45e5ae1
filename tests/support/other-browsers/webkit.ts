import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../free-port.ts';
import { programs } from '../programs.ts';
import type { BrowserPage, OtherBrowser } from './browser-page.ts';
import type { TlsSite } from './tls-site.ts';
import { openSession } from './web-driver.ts';

/** Starts a display in memory and the driver of WebKitGTK. A driver has a single session at a time: each page is a browser of its own. */
export async function launchWebKit(site: TlsSite): Promise<OtherBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'));
  const display = start(programs.xvfb!, ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1280x800x24']);
  const [number] = (await once(display.stdout!, 'data')) as [Buffer];
  const port = await freePort();
  const driver = start(programs.webKitDriver!, [`--port=${port}`], {
    DISPLAY: `:${number.toString().trim()}`,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    NO_AT_BRIDGE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  });
  driver.stdout!.resume();
  while (!(await isReady(port))) if (driver.exitCode !== null) throw new Error('WebKitWebDriver has ended.');
  return {
    newPage: () => openPage(port, site),
    close: async () => {
      await Promise.all([end(driver), end(display)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPage(port: number, { proxyPort, errors }: TlsSite): Promise<BrowserPage> {
  errors.length = 0;
  const { send, end: endSession } = await openSession(port, {
    acceptInsecureCerts: true,
    'webkitgtk:browserOptions': {
      binary: programs.webKit,
      // The driver's own setting for proxies asks for TLS to the proxy itself.
      args: ['--automation', `--proxy=http://127.0.0.1:${proxyPort}`, '--ignore-host=*.localhost'],
    },
  });
  const evaluate: BrowserPage['evaluate'] = (act, ...args) =>
    send('POST', '/execute/sync', { script: `return (${act.toString()})(...arguments)`, args }) as Promise<never>;
  const type = async (text: string): Promise<void> => {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  const resize = async (width: number, height: number): Promise<void> =>
    void (await send('POST', '/window/rect', { x: 0, y: 0, width, height }));
  await resize(1280, 800);
  return {
    goto: async (url) => void (await send('POST', '/url', { url })),
    back: async () => void (await send('POST', '/back', {})),
    // After Back, the driver answers no other command: it takes a page from the back/forward cache for one that still loads.
    html: () => send('GET', '/source') as Promise<string>,
    evaluate,
    clickAt: async (x, y) => {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await send('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    type,
    // @see https://www.w3.org/TR/webdriver2/#keyboard-actions
    pressEnter: () => type('\uE007'),
    resize,
    errors: () => errors,
    close: endSession,
  };
}

/** Starts a program. The kernel kills it when this process ends, even after a crash. */
const start = (program: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/status`).then(
    ({ ok }) => ok,
    () => sleep(20, false),
  );
