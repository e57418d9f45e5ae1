import react from '@astrojs/react';
import i18next from 'astro-i18next';

import editor from './src/edit/integration.ts';
import renderer, { COMPILED_DIR } from './src/generator/renderer/adapter.ts';
import { filterAstroHooks } from './src/generator/renderer/filter-astro-hooks.ts';
import { inlineScripts } from './src/generator/renderer/inline-script-plugin.ts';
import islands from './src/islands/integration.ts';
import devIntegration from './src/server/dev-integration.ts';
import { readTelemetry } from './src/telemetry/settings.ts';

const { dsn, makesMaps } = readTelemetry(process.env);

/**
 * `defineConfig` of `astro/config` would load an optimizer of SVG.
 * @type {import('astro').AstroUserConfig}
 */
export default {
  output: 'server',
  adapter: renderer(Boolean(process.env.ASTRO_COMPILE_STEP)),
  integrations: [
    i18next({ configPath: 'astro-i18next.config.cjs' }),
    react(),
    islands(),
    editor(process.env),
    devIntegration(process.env),
  ],
  outDir: COMPILED_DIR,
  cacheDir: '.cache/astro',
  compressHTML: 'jsx',
  build: { inlineStylesheets: 'never' },
  server: { host: '127.0.0.1', port: 4321 },
  devToolbar: { enabled: false },
  vite: {
    define: { REPORTS_ERRORS: Boolean(dsn) },
    plugins: [inlineScripts(), filterAstroHooks()],
    environments: { client: { build: { sourcemap: makesMaps && 'hidden' } } },
    build: { assetsInlineLimit: 0 },
  },
};
