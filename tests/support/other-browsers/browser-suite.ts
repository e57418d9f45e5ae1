import type { Browser } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

import { launchChromium } from '../../../scripts/lib/programs/chromium.ts';
import { ALLOWED, MADE_UP } from '../browser/call-page.ts';
import { editions } from '../dist.ts';
import { programs } from '../programs.ts';
import { type Coturn, startCoturn } from '../service/calls/coturn.ts';
import { startTestService, type TestService } from '../service/test-service.ts';
import type { OtherBrowser } from './browser-page.ts';
import { BrowserVisit } from './browser-visit.ts';
import { launchFirefox } from './firefox.ts';
import { startTlsSite, type TlsSite } from './tls-site.ts';
import { launchWebKit } from './webkit.ts';

export const edition = editions[0]!;

/** URL of a page of the site, over TLS. */
export const secure = (path: string): string => `https://${edition.host}${path}`;

interface Scene {
  service: TestService;
  site: TlsSite;
  /** For the other person in a conversation. */
  chromium: Browser;
  /** Opens the browser without cookies. */
  visit: () => Promise<BrowserVisit>;
}

const launchers = { Firefox: launchFirefox, WebKitGTK: launchWebKit };

/** Starts a browser, and a service over TLS, for the tests of a suite. Firefox can call. */
export function browserSuite(name: keyof typeof launchers): Scene {
  const scene = {} as Scene;
  let browser: OtherBrowser | undefined;
  let coturn: Coturn | undefined;
  beforeAll(async () => {
    const needed = [programs.chromium, programs.caddy, name === 'Firefox' ? programs.firefox : programs.webKitDriver];
    if (needed.includes(undefined)) return;
    if (name === 'Firefox' && programs.coturn) coturn = await startCoturn();
    const service = await startTestService(
      'PGlite',
      coturn && { TURN_URLS: coturn.urls.join(','), TURN_SECRET: coturn.secret },
    );
    const site = await startTlsSite(edition.host, service.port, name === 'WebKitGTK');
    Object.assign(scene, { service, site });
    const [opened, chromium] = await Promise.all([
      launchers[name](site),
      launchChromium(programs.chromium!, [MADE_UP, ALLOWED]),
    ]);
    browser = opened;
    scene.chromium = chromium;
    scene.visit = async () => {
      const page = await opened.newPage();
      onTestFinished(() => page.close());
      return new BrowserVisit(page, edition.lang);
    };
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), scene.chromium?.close()]);
    await scene.site?.close();
    await scene.service?.close();
    await coturn?.close();
  });
  return scene;
}
