/** How far members have received and seen the messages of a conversation. */
export const deliveryMarks = [
  `alter table "member"
    add column "delivered" bigint not null default 0,
    add column "seen" bigint not null default 0`,
  `alter table "user" add column "seenMarks" boolean not null default true`,
];
