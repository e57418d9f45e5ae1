import { RECENT_EMOJI as KEY } from './drafts.ts';

const KEPT_MAX = 16;

/** The emoji that the user chose last in this tab, the latest first. */
export function recentEmoji(): string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    // The browser denies storage.
    return [];
  }
}

export function rememberEmoji(emoji: string): void {
  const kept = [emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, KEPT_MAX);
  try {
    sessionStorage.setItem(KEY, kept.join(' '));
  } catch {
    // The same as above.
  }
}
