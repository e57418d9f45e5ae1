/** Passkeys, changes of an address that wait for both mailboxes, and mails that name a device. */
export const accountChanges = [
  `create table "addressChange" (
    "userId" text primary key references "user" on delete cascade,
    "email" text not null,
    "oldTokenHash" text not null unique,
    "newTokenHash" text not null unique,
    "oldAgreed" boolean not null default false,
    "newAgreed" boolean not null default false,
    "expiresAt" timestamptz not null
  )`,
  // Columns of this table and the next are those of better-auth and its passkey plugin, but for "host".
  `create table "passkey" (
    "id" text primary key,
    "userId" text not null references "user" on delete cascade,
    "host" text not null default '',
    "name" text,
    "publicKey" text not null,
    "credentialID" text not null unique,
    "counter" bigint not null,
    "deviceType" text not null,
    "backedUp" boolean not null,
    "transports" text,
    "aaguid" text,
    "createdAt" timestamptz
  )`,
  `create index "passkey_of_user" on "passkey" ("userId")`,
  `create table "verification" (
    "id" text primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null
  )`,
  `create index "verification_of_identifier" on "verification" ("identifier")`,
  `alter table "outbox" add column "device" text`,
];
