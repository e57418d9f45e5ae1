import { readdirSync } from 'node:fs';

import { defineConfig } from 'oxlint';

/** Which rooms of src/ each room may import from. */
const arrows: Record<string, string[]> = {
  editions: ['problems.ts'],
  'problems.ts': [],
  'lock.ts': ['problems.ts'],
  shared: ['problems.ts'],
  contract: ['editions'],
  'reads.ts': [],
  'site.ts': ['editions', 'problems.ts', 'reads.ts', 'shared'],
  i18n: ['problems.ts', 'reads.ts'],
  markdown: ['problems.ts', 'shared'],
  'content.ts': ['editions', 'markdown', 'problems.ts', 'reads.ts'],
  'static-files.ts': ['editions', 'i18n', 'markdown'],
  check: ['content.ts', 'editions', 'i18n', 'markdown', 'problems.ts', 'shared', 'static-files.ts'],
  head: ['content.ts', 'editions', 'i18n', 'markdown', 'site.ts'],
  islands: ['contract', 'editions', 'i18n', 'when-idle.ts'],
  'device-check': ['contract'],
  components: ['content.ts', 'device-check', 'editions', 'head', 'i18n', 'markdown', 'shared', 'telemetry'],
  layouts: ['components', 'content.ts', 'contract', 'editions', 'head', 'i18n', 'islands', 'site.ts', 'telemetry'],
  pages: ['components', 'content.ts', 'editions', 'head', 'i18n', 'islands', 'layouts', 'site.ts'],
  telemetry: ['problems.ts', 'when-idle.ts'],
  'when-idle.ts': [],
  renderer: ['reads.ts', 'shared', 'site.ts', 'telemetry'],
  publish: [
    'check',
    'content.ts',
    'editions',
    'i18n',
    'lock.ts',
    'markdown',
    'problems.ts',
    'renderer',
    'shared',
    'site.ts',
    'static-files.ts',
    'telemetry',
  ],
  service: ['contract', 'editions', 'i18n', 'lock.ts', 'problems.ts', 'publish', 'shared'],
};

/** Rooms in a room that nothing beside them imports. */
const INNER: Record<string, string[]> = { islands: ['auth', 'chat'] };

/** Folders that hold no code. */
const WITHOUT_CODE = ['content', 'looks', 'styles', 'wordmarks'];

/** A package that one room keeps to itself. */
const OWNERS: Record<string, string> = {
  i18next: 'i18n',
  satteri: 'markdown',
  '@sentry/astro': 'telemetry',
  rolldown: 'telemetry',
  'better-auth': 'service',
  kysely: 'service',
  pg: 'service',
  'prom-client': 'service',
};

const strangers = readdirSync('src').filter((room) => !(room in arrows) && !WITHOUT_CODE.includes(room));
if (strangers.length)
  throw new Error(`src/ has rooms without arrows: ${strangers.join(', ')}. Add them to oxlint.config.ts.`);

const isFile = (room: string): boolean => room.endsWith('.ts');

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'node', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'import/default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', './tell-mistakes.ts'] }],
    'no-await-in-loop': 'off',
    'oxc/no-map-spread': 'off',
    'promise/no-callback-in-promise': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-set-has': 'off',
  },
  ignorePatterns: ['dist', 'dist.next', '.build', '.cache', '.astro'],
  overrides: Object.entries(arrows).map(([room, allowed]) => ({
    files: [isFile(room) ? `src/${room}` : `src/${room}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: Object.entries(OWNERS)
            .filter(([, owner]) => owner !== room)
            .map(([name, owner]) => ({ name, message: `Only ${owner} knows ${name} (oxlint.config.ts).` })),
          patterns: [
            ...Object.keys(arrows)
              .filter((other) => other !== room && !allowed.includes(other))
              .map((other) => ({
                group: [isFile(other) ? `**/${other}` : `**/${other}/**`],
                message: `${room} may import from ${allowed.join(', ') || 'no other room'} only (oxlint.config.ts).`,
              })),
            ...(INNER[room] ?? []).map((inner) => ({
              group: [`../${inner}/**`],
              message: `Nothing beside it in ${room} may import from ${inner} (oxlint.config.ts).`,
            })),
          ],
        },
      ],
    },
  })),
});
