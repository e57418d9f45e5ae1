import Bowser from 'bowser';

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));

/** Browser and system in words, such as `Firefox, Windows`: enough to know one's own devices by. What is unknown stays unnamed. */
export function describeUserAgent(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent || 'unknown');
  return [BROWSERS.has(browser.name!) && browser.name, os.name].filter(Boolean).join(', ');
}
