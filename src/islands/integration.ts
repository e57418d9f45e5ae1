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
            plugins: [
              plainImports,
              wholeEntries,
              textOverWebSockets,
              withoutResourceHints,
              strictRenderer,
              smallHydration,
            ],
            environments: {
              client: { build: { rolldownOptions: { output: { codeSplitting: chunkGroups } } } },
            },
          },
        });
      },
    },
  };
}

// The filters of these plugins spare the bundler a call from its threads for every module.
const PRELOADER = /^\0vite\/preload-helper\.js$/;

/** Leaves out Vite's preload helper and its list of files, together 700 bytes: lazy scripts have no styles and few imports to preload. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  configEnvironment: (name: string) => (name === 'client' ? { build: { modulePreload: false as const } } : undefined),
  load: { filter: { id: PRELOADER }, handler: () => 'export const __vitePreload = (load) => load();' },
};

/** Lets a page name the script of its island itself, in place of one that only exports it: that would take a round trip more. */
const wholeEntries = {
  name: 'whole-entries',
  applyToEnvironment: ({ name }: { name: string }): boolean => name === 'client',
  options: <Options extends object>(options: Options): Options => ({
    ...options,
    preserveEntrySignatures: 'allow-extension',
  }),
};

const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/(polling|webtransport)/;
const BINARY = /socket\.io-parser\/build\/esm\/(is-)?binary\.js/;
const BASE64 = /engine\.io-parser\/build\/esm\/contrib\/base64/;

/** Leaves out the parts of Socket.IO that the chat does not use: transports other than WebSocket, and binary data. */
const textOverWebSockets = {
  name: 'text-over-websockets',
  enforce: 'pre' as const,
  load: {
    filter: { id: [TRANSPORTS, BINARY, BASE64] },
    handler: (id: string) => {
      if (TRANSPORTS.test(id)) return 'export const Fetch = undefined, XHR = undefined, WT = undefined;';
      if (BASE64.test(id)) return 'export const decode = undefined;';
      return 'export const isBinary = () => false, hasBinary = isBinary, deconstructPacket = isBinary, reconstructPacket = isBinary;';
    },
  },
};

const RESOURCE_HINTS = /^exports\.pre(connect|fetchDNS|init|initModule|load|loadModule) = function .*?^};\n/gms;

/** Leaves out what React could have a browser fetch early, 500 bytes: pages say it in their heads. */
const withoutResourceHints = {
  name: 'without-resource-hints',
  transform: {
    filter: { id: /\/react-dom\.production\.js$/ },
    handler: (code: string) => code.replaceAll(RESOURCE_HINTS, ''),
  },
};

/** Renders islands with `react-renderer.ts`. */
const strictRenderer = {
  name: 'strict-renderer',
  enforce: 'pre' as const,
  resolveId: {
    filter: { id: /^@astrojs\/react\/server\.js$/ },
    handler: () => fileURLToPath(new URL('./react-renderer.ts', import.meta.url)),
  },
};

/** Hydrates islands of a build with `hydrate-react.ts`. */
const smallHydration = {
  name: 'small-hydration',
  apply: 'build' as const,
  enforce: 'pre' as const,
  resolveId: {
    filter: { id: /^@astrojs\/react\/client\.js$/ },
    handler: () => fileURLToPath(new URL('./hydrate-react.ts', import.meta.url)),
  },
};
