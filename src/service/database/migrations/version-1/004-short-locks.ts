import { changeMessage } from './004-change-message.ts';
import { deletedUsers } from './004-deleted-users.ts';
import { insertMessages } from './004-insert-messages.ts';

/**
 * Holds locks for one statement only: a node that stops between two statements keeps no room from the others.
 * The function `say` stays for the release before this one.
 */
export const shortLocks = [...deletedUsers, ...insertMessages, ...changeMessage];
