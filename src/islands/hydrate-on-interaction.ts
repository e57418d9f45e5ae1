// Inlined into every page with an island, so each of its bytes is sent with each of them.
import type { ClientDirective } from 'astro';

import { whenIdle } from '../browser/when-idle.ts';

const EVENTS = ['pointerdown', 'touchstart', 'focusin', 'keydown'];

/** Fetches the scripts of an island once somebody turns to it, or once the page has nothing else to do. */
const hydrateOnInteraction: ClientDirective = (load, _options, island) => {
  let isLoading = false;
  const hydrate = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    await (
      await load()
    )();
  };
  for (const wish of EVENTS) island.addEventListener(wish, hydrate, { passive: true });
  whenIdle(hydrate);
};

export default hydrateOnInteraction;
