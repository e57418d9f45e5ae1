// The revision of a function rises with each change of its text: nodes replace functions of a lower revision only.
import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { functions } from './functions.ts';

/** Digest of each text that a release brought, the first revision first. */
const published: Record<string, string[]> = {
  take: ['a574d6ea1c68'],
  takeSeveral: ['fd639af0c0ef'],
  takeAll: ['d369fa4b9969'],
  changeMessage: ['e5c1356b666a'],
  changeMessages: ['0e8585c312b9'],
  insertMessages: ['a14deae6d136'],
  isSlow: ['0544a752b632'],
  changeBan: ['433ac6fe7efb'],
  liftBan: ['3e21c77099e0'],
  modeOf: ['38261b0bb82b'],
  restrictionOf: ['efbb6b38dcea'],
  findPartner: ['420ee632e9fe'],
  holdMatching: ['b1991072e033'],
  actsIn: ['ab03bb1fb0bb'],
  arePartners: ['60c388cb7358'],
  haveBothWritten: ['5bf2823fd780'],
  keepRelationship: ['16f4b82eb2a0'],
  noteDeletedUser: ['9f5a81f1b768', 'b981fb97fb1e'],
  recallRelationship: ['cf1d915fb1b8'],
  stopRelationship: ['32b5ee605895'],
  conflictsOf: ['1e31bb61886b', '3ecdfb496f55'],
  heldPeople: ['d352c08a03d5'],
  keepIdentity: ['31e92cee65b8'],
  noteIdentity: ['4c0776688d36'],
};

test.for(Object.entries(functions))('the text of %s is that of its revision', ([name, [revision, text]]) => {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const digests = published[name] ?? [];
  const mend = `raise the revision of ${name} in functions.ts to ${digests.length + 1}, and add '${digest}' to its digests here`;
  expect(digests.at(-1), mend).toBe(digest);
  expect(revision, `the revision of ${name} is the number of its digests`).toBe(digests.length);
});
