import type { KnipConfig } from 'knip';

export default {
  entry: [
    'scripts/*.ts',
    'hosts.config.ts',
    'astro-i18next.config.cjs',
    'src/publish/thread-tasks.ts',
    'tests/fixture/*.ts',
  ],
  project: ['{src,scripts,tests}/**/*.{ts,astro}'],
  ignoreDependencies: [
    // Error reporting (src/telemetry) is made of it; no page loads it yet.
    '@sentry/astro',
  ],
  ignoreBinaries: ['dd', 'mount', 'perl', 'truncate', 'umount'],
} satisfies KnipConfig;
