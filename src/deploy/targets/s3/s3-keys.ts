import { HASH_DIGITS } from '../../edge/edge-table.ts';
import { objectKey } from '../../edge/file-places.ts';

/** Folder of what the command keeps for itself. No host begins with a dot. */
export const OWN_FOLDER = '.deploy/';

export const STATE_KEY = `${OWN_FOLDER}state.json`;
export const JOURNAL_KEY = `${OWN_FOLDER}journal.json`;
export const GENERATIONS_FOLDER = `${OWN_FOLDER}generations/`;
export const LEASES_FOLDER = `${OWN_FOLDER}leases/`;

/** Folder of contents, which the functions at the edge read too. */
export const OBJECTS_FOLDER = objectKey('');

export const manifestKey = (build: string): string => `${GENERATIONS_FOLDER}${build}.json`;

/** Leases are numbered; the highest number is in force. Equally long numbers sort. */
export const leaseKey = (number: number): string => `${LEASES_FOLDER}${String(number).padStart(12, '0')}.json`;

/** Key of a content, by its SHA-256. */
export const contentKey = (sha256: string): string => objectKey(sha256.slice(0, HASH_DIGITS));
