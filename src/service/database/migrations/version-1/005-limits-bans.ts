import { takeAll } from '../../functions/limits/take-all.ts';

/** Several limits in one statement, and bans that outlive an account. */
export const limitsBans = [
  takeAll,
  // Of deleted accounts. The key is a keyed hash of the address; nothing leads to a person.
  `create table "bannedAddress" (
    "key" text primary key,
    "until" timestamptz not null,
    "reason" text not null
  )`,
];
