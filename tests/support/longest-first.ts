import { basename } from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, longest first: those of faults, and those of `npm run test:rest`. */
const LONGEST = [
  'killed-deploys',
  'calls',
  'chat-on-pglite',
  'chat-on-postgresql',
  'random-messages',
  'database',
  'call-devices',
  'call-ways',
  'killed-saves',
  'killed-service-on-pglite',
  'killed-service-on-postgresql',
  'grown-site',
  'random-changes',
  'backup',
  'killed-builds',
  'mail-trouble',
  'crowds',
  'packet-floods',
  'enumeration-times',
  'ssh',
  'block',
  'webkitgtk',
  'keyboard',
  'firefox',
  'accessibility',
  'islands',
  'incremental',
  'nodes',
  'cloudflare-bucket',
  'talking',
  'limits',
  'days',
  'rule-history',
  'passkeys',
  'damaged-builds',
  'error-reports',
  'request-table',
  'consent',
  'grant',
  'forms',
  'restrictions',
  'left-folders',
  'deploy',
  'cloudfront-function',
  'case-view',
  'device-check',
  'pages',
  'build-errors',
  'vanished-devices',
  'other-sites',
  'cloudfront-bucket',
  'requests-of-other-sites',
  'watch',
  'publish',
  'navigation',
  'two-people',
  'requests',
  'translation-lock',
  'mails-of-a-day',
  'validity',
  'start-and-dev',
  'page-templates',
  'publishing',
];

/** Starts the longest files first, so that none of them runs alone at the end. Vitest knows durations only after a run. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest, which changes no array
    const sorted = await super.sort(files);
    return sorted.toSorted((first, second) => rankOf(first) - rankOf(second));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.indexOf(basename(moduleId, '.test.ts'));
  return rank < 0 ? LONGEST.length : rank;
}
