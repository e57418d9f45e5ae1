import { changeMessage } from '../../functions/messages/change-message.ts';
import { changeMessages as changeBatch } from '../../functions/messages/change-messages.ts';

/** Edits, deletions and reactions in batches. `is_slow` comes with migration 027. */
export const changeMessages = [changeBatch, changeMessage];
