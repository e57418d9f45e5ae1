import { fileURLToPath } from 'node:url';

import type { AstroIntegration } from 'astro';

import { checkContent } from '../check/check-content.ts';
import { mistakeOf } from '../problems.ts';
import { editions } from '../site.ts';
import { serveByHost } from './dev-server.ts';
import { publish } from './publish.ts';

/** Checks words and texts before a build, makes website roots of its pages, and serves every host by name in development. */
export default function publishing(): AstroIntegration {
  return {
    name: 'publish',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const problems = command === 'build' ? checkContent(editions) : [];
        if (problems.length) throw mistakeOf(problems);
        // Unknown hosts are refused by serveByHost.
        updateConfig({ vite: { server: { allowedHosts: true } } });
      },
      'astro:server:setup': ({ server }) => serveByHost(server),
      'astro:build:done': async ({ dir }) => console.log(await publish(fileURLToPath(dir))),
    },
  };
}
