import type { AstroIntegration } from 'astro';

/** Where Astro writes the compiled pages. */
export const COMPILED_DIR = '.build';

/**
 * Has Astro compile the pages of all editions into one module, which `npm run build` asks for each page that has to be
 * rendered anew. Nothing of it is ever a server on the internet.
 */
export default function renderer(): AstroIntegration {
  return {
    name: 'renderer',
    hooks: {
      // No page is written by Astro itself, so the bundle that it would do that with has nothing in it.
      'astro:build:setup': ({ vite }) => {
        vite.environments!.prerender!.build!.rolldownOptions!.input = 'data:text/javascript,';
      },
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'renderer',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./entry.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
        }),
    },
  };
}
