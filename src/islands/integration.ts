import { fileURLToPath } from 'node:url';

import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean;
  }
}

/** Lets pages say `client:interaction`; see `hydrate-on-interaction.ts`. */
export default function islands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({ name: 'interaction', entrypoint: './src/islands/hydrate-on-interaction.ts' });
        updateConfig({ vite: { plugins: [plainImports, strictRenderer] } });
      },
    },
  };
}

const PRELOADER = '\0vite/preload-helper.js';

/** What is fetched later brings no styles and few scripts along: half a kilobyte of Vite that would fetch them ahead is left out. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  load: (id: string) => (id === PRELOADER ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** Has islands rendered by `react-renderer.ts`. */
const strictRenderer = {
  name: 'strict-renderer',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === '@astrojs/react/server.js' ? fileURLToPath(new URL('./react-renderer.ts', import.meta.url)) : undefined,
};
