import { keepInTab, readFromTab } from '../../../browser/tab-storage.ts';

/** Key in the storage of the tab. */
const KEY = 'emoji';

const KEPT_MAX = 16;

/** The emoji that the user chose last in this tab, the latest first. */
export const recentEmoji = (): string[] => (readFromTab(KEY) ?? '').split(' ').filter(Boolean);

export function rememberEmoji(emoji: string): void {
  const kept = [emoji, ...recentEmoji().filter((other) => other !== emoji)];
  keepInTab(KEY, kept.slice(0, KEPT_MAX).join(' '));
}

export const forgetEmoji = (): void => keepInTab(KEY, undefined);
