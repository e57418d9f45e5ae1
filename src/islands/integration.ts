import { fileURLToPath } from 'node:url';

import type { AstroIntegration } from 'astro';

import { scriptChunks } from './script-chunks.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean;
  }
}

declare global {
  /** False in `npm run dev`. Astro takes `import.meta.env.PROD` from the environment, where another program may have set it. */
  const IS_BUILD: boolean;
}

/** Adds the directive `client:interaction`; see `hydrate-on-interaction.ts`. */
export default function islands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective, command, updateConfig }) => {
        addClientDirective({ name: 'interaction', entrypoint: './src/islands/hydrate-on-interaction.ts' });
        updateConfig({
          vite: {
            define: { IS_BUILD: command === 'build' },
            plugins: [plainImports, webSocketsOnly, strictRenderer],
            environments: {
              client: { build: { rolldownOptions: { output: { codeSplitting: scriptChunks } } } },
            },
          },
        });
      },
    },
  };
}

const PRELOADER = '\0vite/preload-helper.js';

/** Leaves out Vite's preload helper of 500 bytes: lazy scripts have no styles and few imports to preload. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  load: (id: string) => (id === PRELOADER ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** Leaves out the transports of Socket.IO that the chat does not use. */
const webSocketsOnly = {
  name: 'websockets-only',
  enforce: 'pre' as const,
  load: (id: string) =>
    /engine\.io-client\/build\/esm\/transports\/(polling|webtransport)/.test(id)
      ? 'export const Fetch = undefined, XHR = undefined, WT = undefined;'
      : undefined,
};

/** Renders islands with `react-renderer.ts`. */
const strictRenderer = {
  name: 'strict-renderer',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === '@astrojs/react/server.js' ? fileURLToPath(new URL('./react-renderer.ts', import.meta.url)) : undefined,
};
