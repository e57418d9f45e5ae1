import { basename } from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, longest first: those of faults, and those of `npm test`. */
const LONGEST = [
  'killed-builds',
  'killed-deploys',
  'killed-api-deploys',
  'killed-bucket-deploys',
  'calls',
  'chat-on-postgresql',
  'chat-on-pglite',
  'grown-site',
  'killed-service',
  'enumeration-times',
  'database',
  'call-devices',
  'incremental',
  'block',
  'ssh',
  'webkitgtk',
  'validity',
  'start-and-dev',
  'deploy',
  'browser',
  'islands',
  'vanished-devices',
  'rule-history',
  'error-reports',
  's3',
  'build-errors',
  'other-sites',
  'pages',
  'consent',
  'firefox',
  'talking',
  'publishing',
  'page-templates',
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
