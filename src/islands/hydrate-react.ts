import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates an island in place of `@astrojs/react/client.js`, of which most serves islands that this site has not: with slots, with actions,
 * without HTML.
 */
const hydrateReact = (island: HTMLElement) => (Component: ComponentType, props: object) =>
  startTransition(() => {
    hydrateRoot(island, createElement(Component, props), { identifierPrefix: island.getAttribute('prefix')! });
  });

export default hydrateReact;
