import type { Authorities } from '../site/moderation/authorities.ts';
import type { WordList } from '../site/moderation/word-lists.ts';

/** `dist/publish/moderation.json`: data of operators that the service reads for moderators. */
export interface ModerationFile {
  version: 1;
  /** The contacts of `src/content/moderation/authorities.yaml`. */
  authorities: Authorities;
  /** Word lists of public rooms by language; `all` is for all languages. */
  words: Record<string, WordList>;
}

/** Words and phrases that have a message wait for a moderator, or have it refused. */
export type PublishedWords = WordList;

/** Path of the file below `dist/`. */
export const MODERATION_FILE = 'publish/moderation.json';
