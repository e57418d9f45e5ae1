import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { AstroIntegration } from 'astro';

/** Serves every host by name in development. @param env environment variables, which name the site */
export default function devIntegration(env: NodeJS.ProcessEnv): AstroIntegration {
  return {
    name: 'dev-server',
    hooks: {
      'astro:config:setup': async ({ command, updateConfig }) => {
        if (command !== 'dev') return;
        const { readSiteOptions } = await import('../site/open-site.ts');
        const { root } = readSiteOptions(env);
        const publicDir = pathToFileURL(join(root, 'public/'));
        // Two dev servers that bundle packages in the same folder remove each other's files.
        const cacheDir = join(root, '.cache/vite');
        // setUpDevServer refuses unknown hosts. Sites on other ports of this machine read nothing.
        updateConfig({ publicDir, vite: { cacheDir, server: { allowedHosts: true, cors: false } } });
      },
      'astro:server:setup': async ({ server }) => {
        const { setUpDevServer } = await import('./dev-middleware.ts');
        const { readSiteOptions } = await import('../site/open-site.ts');
        setUpDevServer(server, () => readSiteOptions(env));
      },
    },
  };
}
