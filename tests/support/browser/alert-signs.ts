import { expect } from 'vitest';

/** How a page tells of a private message while another room is open. `badge`: in the lobby, or on a phone at the button to it. */
export type AlertSign = 'toast' | 'title' | 'badge' | 'sound';

/** Runs a function in a page. */
type Evaluate = <Arg, Result>(act: (arg: Arg) => Result, arg: Arg) => Promise<Awaited<Result>>;

const TURN_MS = 50;
const TURNS_OF_A_SECOND = 1000 / TURN_MS;

/**
 * Sends a private message to a page with no unread message, and expects that the page shows signs of it within a second.
 *
 * The second is one of the page: as many timers of 50 ms as fit into it. A timer or a poll that delays a sign lets them pass; a busy
 * machine, which holds up page and timers alike, does not.
 */
export async function expectSignsWithinSecond(
  evaluate: Evaluate,
  signs: readonly AlertSign[],
  sender: string,
  send: () => Promise<unknown>,
): Promise<void> {
  await evaluate(watchSigns, { sender, turnMs: TURN_MS });
  await send();
  const readTurns = () => evaluate((names) => names.map((name) => window.signTurns[name] ?? null), [...signs]);
  await expect.poll(readTurns, { message: signs.join(), timeout: 15_000 }).not.toContain(null);
  for (const turns of await readTurns()) expect(turns).toBeLessThanOrEqual(TURNS_OF_A_SECOND);
}

declare global {
  interface Window {
    /** Timers that had passed when a sign appeared. */
    signTurns: Partial<Record<AlertSign, number>>;
  }
}

/** Runs in the page: it may use nothing from outside. */
function watchSigns({ sender, turnMs }: { sender: string; turnMs: number }): void {
  const seen: Window['signTurns'] = {};
  window.signTurns = seen;
  let turns = 0;
  setInterval(() => (turns += 1), turnMs);
  const isVisible = (selector: string, text: string): boolean =>
    [...document.querySelectorAll(selector)].some(
      (element) => element.checkVisibility() && element.textContent.includes(text),
    );
  const look = (): void => {
    if (document.title.startsWith('(1)')) seen.title ??= turns;
    if (isVisible('.toast', sender)) seen.toast ??= turns;
    if (isVisible('nav .badge, .back .badge', '1')) seen.badge ??= turns;
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function play() {
    seen.sound ??= turns;
    return createOscillator.call(this);
  };
}
