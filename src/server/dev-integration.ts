import type { AstroIntegration } from 'astro';

/** Serves every host by name in development. */
export default function devIntegration(): AstroIntegration {
  return {
    name: 'dev-server',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // setUpDevServer refuses unknown hosts.
        updateConfig({ vite: { server: { allowedHosts: true } } });
      },
      'astro:server:setup': async ({ server }) => (await import('./dev-middleware.ts')).setUpDevServer(server),
    },
  };
}
