import { store, readStored } from '../../../browser/storage.ts';

const KEPT_MAX = 16;

/** The emoji that the user chose last in this tab, the latest first. */
export const recentEmoji = (): string[] => (readStored('sessionStorage', 'emoji') ?? '').split(' ').filter(Boolean);

export function rememberEmoji(emoji: string): void {
  const kept = [emoji, ...recentEmoji().filter((other) => other !== emoji)];
  store('sessionStorage', 'emoji', kept.slice(0, KEPT_MAX).join(' '));
}
