import Bowser from 'bowser';

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));

/** Describes browser and system, such as `Firefox, Windows`, so that users recognise their devices. Leaves out unknown names. */
export function describeUserAgent(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent || 'unknown');
  return [browser.name && BROWSERS.has(browser.name) && browser.name, os.name].filter(Boolean).join(', ');
}
