import type { Browser, BrowserContext, Page } from 'playwright';
import { onTestFinished } from 'vitest';

/** Acts like Google's script: sets cookies for the host and for its parent domain, and reports the visit. */
const TAG_MANAGER = `
  document.cookie = '_ga=GA1.1.1; Path=/';
  document.cookie = '_ga_ABC=GS1.1.1; Path=/; Domain=' + location.hostname;
  fetch('https://region1.google-analytics.com/g/collect?v=2', { method: 'POST', mode: 'no-cors' });
`;

export interface VisitOptions {
  /** Whether the browser sends Global Privacy Control. */
  isRefusing?: boolean;
  javaScriptEnabled?: boolean;
  width?: number;
  height?: number;
}

interface ConsentVisit {
  context: BrowserContext;
  page: Page;
  /** Requested URLs of other hosts. */
  foreign: string[];
  open: (path: string) => Promise<void>;
  /** Waits until the page has sent all its requests. */
  settle: () => Promise<void>;
  /** Names of the stored cookies. */
  cookies: () => Promise<string[]>;
}

/** Opens a browser context of a visitor who was not asked yet. A made-up tag manager answers instead of other hosts. */
export async function visitWithoutConsent(
  browser: Browser,
  port: number,
  host: string,
  lang: string,
  { isRefusing = false, javaScriptEnabled = true, width = 1280, height = 640 }: VisitOptions = {},
): Promise<ConsentVisit> {
  const context = await browser.newContext({ locale: lang, javaScriptEnabled, viewport: { width, height } });
  onTestFinished(() => context.close());
  const foreign: string[] = [];
  await context.route(/./, async (route) => {
    const url = new URL(route.request().url());
    if (url.hostname.endsWith('.localhost')) return route.continue();
    foreign.push(url.href);
    const body = url.pathname === '/gtm.js' ? TAG_MANAGER : '';
    return route.fulfill({ body, contentType: 'text/javascript' });
  });
  if (isRefusing)
    await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
  const page = await context.newPage();
  return {
    context,
    page,
    foreign,
    open: async (path) => void (await page.goto(`http://${host}.localhost:${port}${path}`)),
    settle: async () => {
      await page.waitForLoadState('networkidle');
      if (javaScriptEnabled)
        await page.evaluate(
          () =>
            new Promise<void>((done) => {
              let isIdle = false;
              requestIdleCallback(() => done(void (isIdle = true)), { timeout: 5000 });
              // A page that draws nothing may take long to count as idle.
              const draw = (): void => void (isIdle || requestAnimationFrame(draw));
              draw();
            }),
        );
      await page.waitForLoadState('networkidle');
    },
    cookies: async () => (await context.cookies()).map(({ name }) => name),
  };
}
