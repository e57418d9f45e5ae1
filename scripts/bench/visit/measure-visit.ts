import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';

import type { HistoryEntry } from '../../../src/islands/chat/state/view.ts';
import { required } from '../../../src/shared/required.ts';
import { CHROMIUM_FLAGS } from '../../lib/programs/chromium.ts';
import type { SlowLink } from './slow-link.ts';

/** Milliseconds after the request for a page, and bytes that the browser received until then. */
export interface MeasuredVisit {
  firstPage: number;
  secondPage: number;
  repeatVisit: number;
  chatText: number;
  chat: number;
  chatMessages: number;
  chatAgain: number;
  firstPageBytes: number;
  chatBytes: number;
}

interface VisitedSite {
  executablePath: string;
  host: string;
  keyHash: string;
  /** The session cookie of a user, as `name=value`. */
  cookie: string;
  /** A room that the user is a member of. */
  room: string;
  link: SlowLink;
}

/** Visits a site over a link, in a new browser. */
export async function measureVisit(site: VisitedSite): Promise<MeasuredVisit> {
  const browser = await chromium.launch({
    executablePath: site.executablePath,
    args: [
      ...CHROMIUM_FLAGS,
      `--host-resolver-rules=MAP ${site.host}:443 127.0.0.1:${site.link.port}`,
      // Chromium does not cache responses below a certificate that it does not trust.
      `--ignore-certificate-errors-spki-list=${site.keyHash}`,
    ],
  });
  try {
    return { ...(await measurePages(browser, site)), ...(await measureChat(browser, site)) };
  } finally {
    await browser.close();
  }
}

async function measurePages(browser: Browser, { host, link }: VisitedSite) {
  const page = await browser.newPage();
  const before = link.receivedBytes();
  const firstPage = await paintOf(page, `https://${host}/`);
  const firstPageBytes = link.receivedBytes() - before;
  const secondPage = await paintOf(page, `https://${host}/rules`);
  // As after the pause in which browser and server close their connections.
  link.cut();
  const repeatVisit = await paintOf(page, `https://${host}/`);
  await page.close();
  return { firstPage, secondPage, repeatVisit, firstPageBytes };
}

async function paintOf(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const times = await page.evaluate(() =>
    performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime),
  );
  return required(times[0], `first paint of ${url}`);
}

/** Measures the chat of a signed-in user in a room. An earlier visit has left its data in the browser, but no files. */
async function measureChat(browser: Browser, { host, link, cookie, room }: VisitedSite) {
  const [name, value] = cookie.split('=') as [string, string];
  const url = `https://${host}/chat`;
  const arrive = async (
    state: Awaited<ReturnType<BrowserContext['storageState']>> | undefined,
  ): Promise<[BrowserContext, Page]> => {
    const context = await browser.newContext(state && { storageState: state });
    await context.addCookies([{ name, value, domain: host, path: '/', secure: true, httpOnly: true }]);
    const entry: HistoryEntry = { chat: { type: 'room', room } };
    // As browsers do with the pages of their last session.
    await context.addInitScript((now) => history.replaceState(now, ''), entry);
    await context.addInitScript(noteTimes);
    return [context, await context.newPage()];
  };
  const chatTimes = async (page: Page): Promise<ChatTimes> => {
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'messages' in times);
    return page.evaluate(() => times as ChatTimes);
  };
  link.setSlow(false);
  const [earlier, earlierPage] = await arrive(undefined);
  await chatTimes(earlierPage);
  const state = await earlier.storageState();
  await earlier.close();
  link.setSlow(true);
  link.cut();
  const before = link.receivedBytes();
  const [context, page] = await arrive({ ...state, cookies: [] });
  const { text, composer, messages } = await chatTimes(page);
  const chatBytes = link.receivedBytes() - before;
  await page.goto('about:blank');
  link.cut();
  const { composer: chatAgain } = await chatTimes(page);
  await context.close();
  return { chatText: text, chat: composer, chatMessages: messages, chatAgain, chatBytes };
}

interface ChatTimes {
  text: number;
  composer: number;
  messages: number;
}

declare const times: Partial<ChatTimes>;

/** Runs in the page: notes when it takes text, when the composer of the chat is there, and when the messages of the room are shown. */
function noteTimes(): void {
  const seen: Partial<ChatTimes> = {};
  Object.assign(globalThis, { times: seen });
  const look = (): void => {
    if (document.querySelector('.frame textarea, .composer textarea:enabled')) seen.text ??= performance.now();
    if (document.querySelector('.composer textarea:enabled')) seen.composer ??= performance.now();
    if (document.querySelector('.composer') && document.querySelector('.log')) seen.messages ??= performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}
