import Bowser from 'bowser';

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));

/** Characters that are read. Browsers send some hundred. */
const READ_MAX = 1000;

/** Describes browser and system, such as `Firefox, Windows`, so that users recognise their devices. Leaves out unknown names. */
export function describeUserAgent(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent.slice(0, READ_MAX) || 'unknown');
  return [browser.name && BROWSERS.has(browser.name) && browser.name, os.name].filter(Boolean).join(', ');
}
