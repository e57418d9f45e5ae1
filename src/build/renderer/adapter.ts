import type { AstroIntegration } from 'astro';

/** Where Astro writes the compiled pages. */
export const COMPILED_DIR = '.build';

/** Set by `npm run build`, which compiles as one of its steps. */
export const COMPILE_STEP = 'ASTRO_COMPILE_STEP';

/**
 * Has Astro compile the pages of all editions into one module, which `npm run build` asks for each page that has to be
 * rendered anew. Nothing of it is ever a server on the internet.
 */
export default function renderer(): AstroIntegration {
  return {
    name: 'renderer',
    hooks: {
      'astro:config:setup': ({ command }) => {
        if (command === 'build' && !process.env[COMPILE_STEP])
          refuse('"astro build" would compile the pages and make no dist/. Build the site with: npm run build');
        if (command === 'preview')
          refuse('"astro preview" cannot serve several hosts. Serve the built site with: npm start');
      },
      // No page is written by Astro itself, so the bundle that it would do that with has nothing in it.
      'astro:build:setup': ({ vite }) => {
        vite.environments!.prerender!.build!.rolldownOptions!.input = 'data:text/javascript,';
      },
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'renderer',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./render-page.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
        }),
    },
  };
}

/** Astro would show a stack. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}
