import type { Plugin } from 'vite';

import { required } from '../../shared/required.ts';

const PAGES = /\/src\/pages\//;
const NOTHING = /^$/;

/** Hooks of Astro's plugins by plugin: the modules or imports that they do not ignore. No page is Markdown. */
const FILTERS = new Map<string, { hook: 'resolveId' | 'transform'; id: RegExp }>([
  ['astro:markdown', { hook: 'resolveId', id: NOTHING }],
  ['astro:session-provider', { hook: 'resolveId', id: /\/session\/provider\./ }],
  ['astro:routes', { hook: 'transform', id: PAGES }],
  ['astro:scripts:page-ssr', { hook: 'transform', id: PAGES }],
]);

/** Filters hooks of Astro that have no filter. The bundler calls them from its threads for every module, which is a fifth of its time. */
export const filterAstroHooks = (): Plugin => ({
  name: 'filter-astro-hooks',
  apply: 'build',
  configResolved({ plugins }) {
    for (const plugin of plugins as Plugin[]) {
      const filter = FILTERS.get(plugin.name);
      if (!filter) continue;
      const hook = required(plugin[filter.hook], `${filter.hook} of ${plugin.name}`);
      const handler = typeof hook === 'function' ? hook : hook.handler;
      Object.assign(plugin, { [filter.hook]: { filter: { id: filter.id }, handler } });
    }
  },
});
