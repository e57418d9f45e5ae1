// Inlined into every page with an island: keep it small.
import type { ClientDirective } from 'astro';

import { whenIdle } from '../browser/when-idle.ts';

const EVENTS = ['pointerdown', 'touchstart', 'focusin', 'keydown'];

/** Calls back once: on the first interaction with an island, or when the page is idle. */
export function onInteraction(island: HTMLElement, hydrate: () => Promise<void>): void {
  let isLoading = false;
  const load = (): void => {
    if (!isLoading) void hydrate();
    isLoading = true;
  };
  for (const event of EVENTS) island.addEventListener(event, load, { passive: true });
  whenIdle(load);
}

/** Hydrates an island so in `npm run dev`. */
const hydrateOnInteraction: ClientDirective = (load, _options, island) =>
  onInteraction(island, async () => (await load())());

export default hydrateOnInteraction;
