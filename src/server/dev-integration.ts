import type { AstroIntegration } from 'astro';

import { setUpDevServer } from './dev-server.ts';

/** Serves every host by name in development. */
export default function devIntegration(): AstroIntegration {
  return {
    name: 'publish',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // Unknown hosts are refused by setUpDevServer.
        updateConfig({ vite: { server: { allowedHosts: true } } });
      },
      'astro:server:setup': ({ server }) => setUpDevServer(server),
    },
  };
}
