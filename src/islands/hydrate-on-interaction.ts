// Inlined into every page with an island: keep it small.
import type { ClientDirective } from 'astro';

import { whenIdle } from '../browser/when-idle.ts';

const EVENTS = ['pointerdown', 'touchstart', 'focusin', 'keydown'];

/** Hydrates an island on the first interaction with it, or when the page is idle. */
const hydrateOnInteraction: ClientDirective = (load, _options, island) => {
  let isLoading = false;
  const hydrate = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    await (
      await load()
    )();
  };
  for (const event of EVENTS) island.addEventListener(event, hydrate, { passive: true });
  whenIdle(hydrate);
};

export default hydrateOnInteraction;
