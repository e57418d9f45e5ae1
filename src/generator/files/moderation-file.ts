import type { ModerationFile } from '../../output/moderation-file.ts';
import { authoritiesOf } from '../../site/moderation/authorities.ts';
import { wordListsOf } from '../../site/moderation/word-lists.ts';
import type { SiteFolder } from '../../site/site-folder.ts';

/** The text of `dist/publish/moderation.json`. */
export function formatModerationFile(folder: SiteFolder): string {
  const file: ModerationFile = {
    version: 1,
    authorities: authoritiesOf(folder).value ?? [],
    words: wordListsOf(folder).lists,
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
