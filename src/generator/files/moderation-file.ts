import type { ModerationFile } from '../../output/moderation-file.ts';
import { readAuthorities } from '../../site/moderation/authorities.ts';
import { readWordLists } from '../../site/moderation/word-lists.ts';

/** The text of `dist/publish/moderation.json`. */
export function formatModerationFile(): string {
  const file: ModerationFile = { version: 1, authorities: readAuthorities().value ?? [], words: readWordLists().lists };
  return `${JSON.stringify(file, null, 1)}\n`;
}
