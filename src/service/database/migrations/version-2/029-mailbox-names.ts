/** Finds the accounts whose addresses may be of a mailbox, in `accounts/addresses/mailbox-accounts.ts`. */
export const mailboxNames = [
  `create index "user_mailbox" on "user"
    (translate(split_part(split_part("email", '@', 1), '+', 1), '.-_', ''))`,
];
