import react from '@astrojs/react';
import i18next from 'astro-i18next';
import { defineConfig } from 'astro/config';

import publish from './src/publish/integration.ts';

export default defineConfig({
  integrations: [i18next({ configPath: 'astro-i18next.config.cjs' }), react(), publish()],
  outDir: '.build',
  cacheDir: '.cache/astro',
  compressHTML: 'jsx',
  build: { format: 'preserve', inlineStylesheets: 'always', concurrency: 8 },
  server: { host: '127.0.0.1', port: 4321 },
  devToolbar: { enabled: false },
  vite: { build: { assetsInlineLimit: 0 } },
});
