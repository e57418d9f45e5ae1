import type { AstroIntegration } from 'astro';

import { setUpDevServer } from './dev-middleware.ts';

/** Serves every host by name in development. */
export default function devIntegration(): AstroIntegration {
  return {
    name: 'dev-server',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // setUpDevServer refuses unknown hosts.
        updateConfig({ vite: { server: { allowedHosts: true } } });
      },
      'astro:server:setup': ({ server }) => setUpDevServer(server),
    },
  };
}
