import type { AstroIntegration } from 'astro';

/** Adds the editor to the dev server. A build knows nothing of it. */
export default function editor(): AstroIntegration {
  return {
    name: 'editor',
    hooks: {
      'astro:server:setup': async ({ server }) => (await import('./server/set-up-editor.ts')).setUpEditor(server),
    },
  };
}
