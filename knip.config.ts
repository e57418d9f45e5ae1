import type { KnipConfig } from 'knip';

export default {
  entry: [
    'scripts/{,bench/,service/}*.{mjs,ts}',
    'scripts/lib/build-command.ts',
    'scripts/bench/gate/reference-program.ts',
    'hosts.config.ts',
    'deploy.config.ts',
    'src/edit/browser/main.ts',
    'astro-i18next.config.cjs',
    'src/islands/hydrate-on-interaction.ts',
    'src/islands/hydrate-react.ts',
    'src/generator/renderer/compiler-process.ts',
    'src/generator/worker-tasks.ts',
    'tests/fixture/*.ts',
    'tests/support/deploy/machine/systemctl.ts',
    'tests/support/edit/killed-save.ts',
    'tests/support/site/programs/*.ts',
  ],
  project: ['{src,scripts,tests}/**/*.{mjs,ts,tsx,astro}'],
  // Its files are read by path.
  ignoreDependencies: ['@fontsource/lora'],
  ignoreBinaries: [
    'dd',
    'getent',
    'install',
    'mount',
    'nsenter',
    'openssl',
    'perl',
    'sentry-cli',
    'setpriv',
    'ssh-keygen',
    'truncate',
    'umount',
    'unshare',
  ],
} satisfies KnipConfig;
