import type { BlockPageData } from '../../page-data.ts';
import type { Edit } from '../../protocol.ts';
import type { BlockDraft } from './block-draft.ts';
import type { Languages } from './language-fields.ts';
import type { Readers } from './meaning.ts';

/** What the buttons of a block's page work with. */
export interface BlockContext {
  data: BlockPageData;
  draft: BlockDraft;
  fields: Languages;
  /**
   * Saves the fields, with edits of the whole block.
   * @param withFields false to drop what was written into them
   * @returns a message; undefined where nothing was saved
   */
  save: (further?: Edit[], withFields?: boolean) => Promise<string | undefined>;
  /** Who is told of changes of meaning; undefined for a text without a history. */
  readers: Readers | undefined;
}
