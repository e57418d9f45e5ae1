import { basename } from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files of faults that run for more than a minute, longest first. */
const LONGEST = [
  'killed-builds',
  'calls',
  'chat-on-postgresql',
  'chat-on-pglite',
  'grown-site',
  'killed-service',
  'enumeration-times',
  'database',
  'call-devices',
];

/** Starts the longest files first, so that none of them runs alone at the end. Vitest knows durations only after a run. */
export default class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => rankOf(one) - rankOf(other)));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.indexOf(basename(moduleId, '.test.ts'));
  return rank < 0 ? LONGEST.length : rank;
}
