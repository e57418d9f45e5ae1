import type { Edit } from '../protocol.ts';
import { acceptTranslation } from './accept-translation.ts';
import { declareMeaning } from './change-of-meaning.ts';
import { createLanguage, createText } from './create-text.ts';
import type { EditContext } from './edit-context.ts';
import { setBlock } from './set-block.ts';
import { addBlock, moveBlock, removeBlock, splitBlock } from './structure.ts';
import { writeNote } from './write-note.ts';

/**
 * Applies edits to a draft, changes of meaning last: they compare the blocks before and after the others.
 * @throws RefusedEdit where they would lose something
 */
export function applyEdits(context: EditContext, edits: Edit[]): void {
  for (const edit of edits) if (edit.type !== 'meaning') applyEdit(context, edit);
  for (const edit of edits) if (edit.type === 'meaning') applyEdit(context, edit);
}

function applyEdit(context: EditContext, edit: Edit): void {
  switch (edit.type) {
    case 'set':
      return setBlock(context, edit);
    case 'accept':
      return acceptTranslation(context, edit.key, edit.lang, [edit.block]);
    case 'add':
      return addBlock(context, edit);
    case 'move':
      return moveBlock(context, edit);
    case 'remove':
      return removeBlock(context, edit);
    case 'split':
      return splitBlock(context, edit);
    case 'meaning':
      return declareMeaning(context, edit);
    case 'note':
      return writeNote(context, edit);
    case 'create':
      return createText(context, edit);
    case 'language':
      return createLanguage(context, edit);
  }
}
