import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch, type Page } from 'puppeteer-core';

import { programs } from '../programs.ts';
import type { BrowserPage, OtherBrowser } from './browser-page.ts';
import type { TlsSite } from './tls-site.ts';

/** Starts Firefox with made-up cameras and microphones. Pages may use them, and show notifications, without a prompt. */
export async function launchFirefox({ proxyPort }: TlsSite): Promise<OtherBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'firefox-'));
  // The kernel kills Firefox when this process ends, even after a crash.
  const program = join(folder, 'firefox');
  writeFileSync(program, `#!/bin/sh\nexec setpriv --pdeathsig KILL "${programs.firefox!}" "$@"\n`);
  chmodSync(program, 0o755);
  const browser = await launch({
    browser: 'firefox',
    executablePath: program,
    acceptInsecureCerts: true,
    env: { ...process.env, HOME: folder },
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': proxyPort,
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'permissions.default.desktop-notification': 1,
      // A machine without a desktop shows no notifications of its own.
      'alerts.useSystemBackend': false,
      // A relay on loopback.
      'media.peerconnection.ice.loopback': true,
    },
  });
  return {
    newPage: async () => pageOf(await (await browser.createBrowserContext()).newPage()),
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function pageOf(page: Page): Promise<BrowserPage> {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  const resize = (width: number, height: number): Promise<void> => page.setViewport({ width, height });
  await resize(1280, 800);
  return {
    goto: async (url) => void (await page.goto(url)),
    // The driver waits in vain for a page of the back/forward cache to load; the page that is left cannot answer.
    back: () => page.evaluate(() => history.back()).catch(() => undefined),
    html: () => page.content(),
    evaluate: (act, ...args) => page.evaluate(act as (...args: unknown[]) => unknown, ...args) as Promise<never>,
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    pressEnter: () => page.keyboard.press('Enter'),
    resize,
    errors: () => errors,
    close: () => page.browserContext().close(),
  };
}
