import { globSync, readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path/posix';

import { defineConfig } from 'oxlint';

/** Which rooms of src/ each room may import from. */
const arrows: Record<string, string[]> = {
  shared: [],
  browser: [],
  site: ['shared'],
  contract: ['site'],
  telemetry: ['browser', 'shared'],
  check: ['contract', 'shared', 'site'],
  islands: ['browser', 'contract', 'site'],
  'page-scripts': ['browser', 'contract', 'site'],
  components: ['page-scripts', 'shared', 'site', 'telemetry'],
  layouts: ['browser', 'components', 'contract', 'islands', 'site', 'telemetry'],
  pages: ['components', 'islands', 'layouts', 'site'],
  output: ['contract', 'shared', 'site'],
  generator: ['check', 'contract', 'output', 'shared', 'site', 'telemetry'],
  server: ['output', 'shared', 'site'],
  deploy: ['output', 'shared'],
  edit: ['browser', 'check', 'deploy', 'generator', 'output', 'server', 'shared', 'site', 'telemetry'],
  service: ['contract', 'output', 'shared', 'site'],
};

/** The rooms of a large room, from the lowest to the highest. Each may import from those before it. */
const layers: Record<string, string[]> = {
  site: [
    'site-folder.ts',
    'editions',
    'open-site.ts',
    'i18n',
    'markdown',
    'history',
    'moderation',
    'looks',
    'host-wide-files.ts',
    'static-files.ts',
    'content.ts',
    'changes-page-texts.ts',
    'page-texts.ts',
    'pages',
    'head',
    'feeds',
  ],
  islands: [
    'hydrate-on-interaction.ts',
    'island-element.ts',
    'hydrate-react.ts',
    'chunk-groups.ts',
    'integration.ts',
    'ui',
    'react-renderer.ts',
    'auth',
    'chat',
  ],
  'islands/chat': [
    'client',
    'browser-data',
    'state',
    'ui',
    'frame',
    'quick-exit',
    'alerts',
    'people',
    'dialogs',
    'decisions',
    'lobby',
    'composer',
    'history',
    'room',
    'keyboard',
    'account',
    'calls/engine',
    'calls/ui',
    'start-early.ts',
    'page',
  ],
  'page-scripts': ['device-check', 'moderation'],
  'page-scripts/moderation': [
    'words.ts',
    'request.ts',
    'ui',
    'list-address.ts',
    'rule-select.ts',
    'decision.ts',
    'queue-query.ts',
    'queue.ts',
    'stopped.ts',
    'case',
    'second-factor.ts',
    'appeals.ts',
    'held-messages.ts',
    'done.ts',
    'rooms.ts',
    'log.ts',
    'workplace.ts',
    'moderation-page.ts',
    'start.ts',
  ],
  generator: [
    'renderer',
    'pages',
    'files',
    'compression-dictionaries',
    'share-pictures',
    'swap',
    'workers',
    'build-host.ts',
    'incremental',
    'texts',
    'build-hosts.ts',
    'build-report.ts',
    'commit-build.ts',
    'update-dist.ts',
    'build-site.ts',
    'worker-tasks.ts',
  ],
  deploy: [
    'deploy-error.ts',
    'format-bytes.ts',
    'requests',
    'lease.ts',
    'deploy-journal.ts',
    'target.ts',
    'files-by-path.ts',
    'purger.ts',
    'deploy-request.ts',
    'read-deploy-file.ts',
    'edge',
    'plan',
    'bucket',
    'verify',
    'purgers',
    'targets',
    'config.ts',
    'deploy-report.ts',
    'inspect',
    'deploy.ts',
  ],
  edit: [
    'workspace.ts',
    'protocol.ts',
    'page-data.ts',
    'browser',
    'files',
    'model',
    'edits',
    'save',
    'editor.ts',
    'server',
    'integration.ts',
  ],
  'service/moderation': [
    'moderation-file-reader.ts',
    'moderation-request.ts',
    'rule-in-force.ts',
    'access',
    'cases',
    'held',
    'decisions',
    'queue',
    'rooms',
    'form-reports',
    'statements',
    'case-file',
    'transparency',
    'moderation-handlers.ts',
  ],
  service: [
    'config',
    'database',
    'backup',
    'metrics',
    'auth',
    'brands',
    'request',
    'mail',
    'rule-changes',
    'chat',
    'moderation',
    'accounts',
    'retention',
    'readiness.ts',
    'report-errors.ts',
    'gauges.ts',
    'http',
    'start-service.ts',
  ],
  'service/chat': [
    'core',
    'realtime',
    'presence',
    'messages',
    'calls',
    'rooms',
    'moderation',
    'brand-chat.ts',
    'relay-account-events.ts',
    'export-user-data.ts',
    'request-handlers.ts',
    'handle-request.ts',
    'chat.ts',
  ],
};

/** Folders that hold no code. */
const WITHOUT_CODE = ['content', 'styles', 'themes'];

/** A package that a room, or two, keep to themselves. */
const OWNERS: Record<string, string | string[]> = {
  i18next: 'site',
  satteri: 'site',
  '@sentry/astro': 'telemetry',
  rolldown: ['deploy', 'edit', 'generator'],
  'better-auth': 'service',
  kysely: 'service',
  pg: 'service',
  'prom-client': 'service',
};

const isFile = (room: string): boolean => room.includes('.');

/** Every folder of code, below src/. */
const rooms = globSync('**/', { cwd: 'src' })
  .map((folder) => folder.replaceAll('\\', '/'))
  .filter((folder) => folder !== '.' && !WITHOUT_CODE.includes(folder.split('/')[0]!));

/** Files that lie beside rooms. */
const layeredFiles = Object.entries(layers).flatMap(([room, inner]) =>
  inner.filter(isFile).map((file) => `${room}/${file}`),
);

/** How an import is written that leads from a folder to a room or file. */
const patternOf = (folder: string, room: string): string =>
  relative(folder, room).replace(/^(?!\.)/, './') + (isFile(room) ? '' : '/**');

/** Entries of a room that have no place in the lists above. */
const unlisted = [
  ...readdirSync('src').filter((room) => !(room in arrows) && !WITHOUT_CODE.includes(room)),
  ...Object.entries(layers).flatMap(([room, inner]) =>
    readdirSync(`src/${room}`)
      .filter((entry) => !entry.includes('.test.') && !inner.some((listed) => listed.split('/')[0] === entry))
      .map((entry) => `${room}/${entry}`),
  ),
];
if (unlisted.length)
  throw new Error(`src/ has rooms without arrows: ${unlisted.join(', ')}. Add them to oxlint.config.ts.`);

/** Rooms and files that a room or file must not import from. */
function forbiddenFor(room: string): string[] {
  const [top = ''] = room.split('/');
  const others = Object.keys(arrows).filter((other) => other !== top && !arrows[top]!.includes(other));
  const higher = Object.entries(layers).flatMap(([outer, inner]) => {
    const own = inner.findIndex((entry) => `${room}/`.startsWith(`${outer}/${entry}/`));
    return own < 0 ? [] : inner.slice(own + 1).map((entry) => `${outer}/${entry}`);
  });
  return [...others, ...higher];
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'node', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'import/default': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': [
      'error',
      {
        allow: ['**/*.css', '**/report-user-errors.ts', '**/site-option.ts', '**/refuse-*.mjs'],
      },
    ],
    'no-await-in-loop': 'off',
    'oxc/no-map-spread': 'off',
    'promise/no-callback-in-promise': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-set-has': 'off',
  },
  ignorePatterns: ['dist', 'dist.next', '.build', '.cache', '.astro'],
  overrides: [...rooms, ...layeredFiles].map((room) => ({
    files: [isFile(room) ? `src/${room}` : `src/${room}/*`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: Object.entries(OWNERS)
            .filter(([, owners]) => ![owners].flat().some((owner) => room.startsWith(owner)))
            .map(([name, owners]) => ({ name, message: `Only ${owners} knows ${name} (oxlint.config.ts).` })),
          patterns: forbiddenFor(room).map((other) => ({
            group: [patternOf(isFile(room) ? dirname(room) : room, other)],
            message: `${room} may not import from ${other} (oxlint.config.ts).`,
          })),
        },
      ],
    },
  })),
});
