import Bowser from 'bowser';

/** Browser and system in words, such as `Firefox, Windows`: enough to know one's own devices by. */
export function deviceOf(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent || 'unknown');
  return [browser.name, os.name].filter(Boolean).join(', ');
}
