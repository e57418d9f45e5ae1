import type { AstroIntegration } from 'astro';

import { required } from '../../shared/required.ts';

/** Where Astro writes the compiled pages. */
export const COMPILED_DIR = '.build/pages';

/**
 * Astro adapter that compiles the pages of all editions into one module. `npm run build` renders pages with it; no server runs it.
 * @param isOfBuild whether `npm run build` runs Astro
 */
export default function renderer(isOfBuild: boolean): AstroIntegration {
  return {
    name: 'renderer',
    hooks: {
      'astro:config:setup': ({ command }) => {
        if (command === 'build' && !isOfBuild)
          refuse('"astro build" would compile the pages and make no dist/. Build the site with: npm run build');
        if (command === 'preview')
          refuse('"astro preview" cannot serve several hosts. Serve the built site with: npm start');
      },
      // Astro writes no pages itself, so its bundle for prerendering stays empty.
      'astro:build:setup': ({ vite }) => {
        const bundler = required(vite.environments?.prerender?.build?.rolldownOptions, 'settings of the bundler');
        bundler.input = 'data:text/javascript,';
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

/** Exits with a message. A thrown error would print a stack. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}
