import type { AstroIntegration } from 'astro';

import { serveByHost } from './dev-server.ts';

/** Serves every host by name in development. */
export default function publishing(): AstroIntegration {
  return {
    name: 'publish',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // Unknown hosts are refused by serveByHost.
        updateConfig({ vite: { server: { allowedHosts: true } } });
      },
      'astro:server:setup': ({ server }) => serveByHost(server),
    },
  };
}
