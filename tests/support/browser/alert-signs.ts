import { expect } from 'vitest';

import { resources } from '../../../src/contract/api-paths.ts';

/** How a page tells of a private message while another room is open. `badge`: in the lobby, or on a phone at the button to it. */
export type AlertSign = 'toast' | 'title' | 'badge' | 'sound';

/** Runs a function in a page. */
export type Evaluate = <Arg, Result>(act: (arg: Arg) => Result, arg: Arg) => Promise<Awaited<Result>>;

const TURN_MS = 50;
const TURNS_OF_A_SECOND = 1000 / TURN_MS;

/**
 * Sends a private message to a page with no unread message, and expects that the page shows signs of it within a second.
 *
 * The second is one of page and service: as many turns of 50 ms and a request as fit into it. A timer or a poll that delays a sign lets
 * them pass; a busy machine, which holds up page, service and turns alike, does not.
 */
export async function expectSignsWithinSecond(
  evaluate: Evaluate,
  signs: readonly AlertSign[],
  sender: string,
  send: () => Promise<unknown>,
): Promise<void> {
  await evaluate(watchSigns, { sender, turnMs: TURN_MS, path: resources.account });
  await send();
  const readTurns = () => evaluate((names) => names.map((name) => window.signTurns[name] ?? null), [...signs]);
  await expect.poll(readTurns, { message: signs.join() }).not.toContain(null);
  const turns = await evaluate(() => {
    window.signTurns.isOver = true;
    return window.signTurns;
  }, undefined);
  for (const name of signs) expect(turns[name], name).toBeLessThanOrEqual(TURNS_OF_A_SECOND);
}

declare global {
  interface Window {
    /** Turns that had passed when a sign appeared. */
    signTurns: Partial<Record<AlertSign, number>> & { isOver?: boolean };
  }
}

/** Runs in the page: it may use nothing from outside. */
function watchSigns({ sender, turnMs, path }: { sender: string; turnMs: number; path: string }): void {
  const seen: Window['signTurns'] = {};
  window.signTurns = seen;
  let turns = 0;
  const turn = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done, turnMs));
    await fetch(path);
    turns += 1;
    if (!seen.isOver) await turn();
  };
  turn().catch(() => undefined);
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
