/** `dist/publish/moderation.json`: data of operators that the service reads for moderators. */
export interface ModerationFile {
  version: 1;
  authorities: PublishedAuthority[];
  /** Word lists of public rooms by language; `all` is for all languages. */
  words: Record<string, PublishedWords>;
}

/** A contact of `src/content/moderation/authorities.yaml`. */
interface PublishedAuthority {
  /** ISO 3166-1 code. */
  country: string;
  escalation: 'life' | 'child';
  name: string;
  phone?: string | undefined;
  url?: string | undefined;
}

/** Words and phrases that have a message wait for a moderator, or have it refused. */
export interface PublishedWords {
  hold: string[];
  refuse: string[];
}

/** Path of the file below `dist/`. */
export const MODERATION_FILE = 'publish/moderation.json';
