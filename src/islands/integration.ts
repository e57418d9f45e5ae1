import { fileURLToPath } from 'node:url';

import type { AstroIntegration } from 'astro';

import { chunkGroups } from './chunk-groups.ts';

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
            plugins: [plainImports, textOverWebSockets, strictRenderer, smallHydration],
            environments: {
              client: { build: { rolldownOptions: { output: { codeSplitting: chunkGroups } } } },
            },
          },
        });
      },
    },
  };
}

const PRELOADER = '\0vite/preload-helper.js';

/** Leaves out Vite's preload helper and its list of files, together 700 bytes: lazy scripts have no styles and few imports to preload. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  configEnvironment: (name: string) => (name === 'client' ? { build: { modulePreload: false as const } } : undefined),
  load: (id: string) => (id === PRELOADER ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** Leaves out the parts of Socket.IO that the chat does not use: transports other than WebSocket, and binary data. */
const textOverWebSockets = {
  name: 'text-over-websockets',
  enforce: 'pre' as const,
  load: (id: string) => {
    if (/engine\.io-client\/build\/esm\/transports\/(polling|webtransport)/.test(id))
      return 'export const Fetch = undefined, XHR = undefined, WT = undefined;';
    if (/socket\.io-parser\/build\/esm\/(is-)?binary\.js/.test(id))
      return 'export const isBinary = () => false, hasBinary = isBinary, deconstructPacket = isBinary, reconstructPacket = isBinary;';
    return /engine\.io-parser\/build\/esm\/contrib\/base64/.test(id) ? 'export const decode = undefined;' : undefined;
  },
};

/** Renders islands with `react-renderer.ts`. */
const strictRenderer = {
  name: 'strict-renderer',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === '@astrojs/react/server.js' ? fileURLToPath(new URL('./react-renderer.ts', import.meta.url)) : undefined,
};

/** Hydrates islands of a build with `hydrate-react.ts`. */
const smallHydration = {
  name: 'small-hydration',
  apply: 'build' as const,
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === '@astrojs/react/client.js' ? fileURLToPath(new URL('./hydrate-react.ts', import.meta.url)) : undefined,
};
