import { basename } from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, longest first: those of faults, and those of `npm run test:rest`. */
const LONGEST = [
  'calls',
  'killed-service',
  'database',
  'crowds',
  'chat-on-postgresql',
  'chat-on-pglite',
  'random-messages',
  'grown-site',
  'packet-floods',
  'call-devices',
  'killed-deploys',
  'enumeration-times',
  'killed-saves',
  'killed-builds',
  'call-ways',
  'block',
  'ssh',
  'webkitgtk',
  'firefox',
  'talking',
  'incremental',
  'grant',
  'other-sites',
  'islands',
  'consent',
  'start-and-dev',
  'error-reports',
  'days',
  'deploy',
  'mails-of-a-day',
  'validity',
  'limits',
  'keyboard',
  'forms',
  'left-folders',
  'request-table',
  'page-templates',
  'cloudfront-function',
  'publishing',
  'drain',
  'vanished-devices',
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
