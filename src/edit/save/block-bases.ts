import { textsOnDisk } from '../edits/change-of-meaning.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { Edit, TextKey } from '../protocol.ts';

/** Texts of a block by language. */
type Texts = Record<string, string>;

/** Texts of blocks before their first change whose meaning was not declared. A change can be declared after it was saved. */
export class BlockBases {
  readonly #bases = new Map<string, Texts>();

  of(key: TextKey, block: string): Texts | undefined {
    return this.#bases.get(idOf(key, block));
  }

  /** Notes the changes of a save. */
  note(edits: Edit[], draft: Draft, languages: string[]): void {
    for (const { key, block } of edits.flatMap(blocksOf)) {
      const id = idOf(key, block);
      const base = this.#bases.get(id) ?? textsOnDisk(draft.onDisk(), key, block, languages);
      // A translation that catches up changes no meaning.
      if (modelOf(base) === modelOf(textsOnDisk(draft, key, block, languages))) this.#bases.delete(id);
      else this.#bases.set(id, base);
    }
    for (const edit of edits) if (edit.type === 'meaning') this.#bases.delete(idOf(edit.key, edit.block));
  }
}

function blocksOf(edit: Edit): { key: TextKey; block: string }[] {
  if (edit.type === 'add') return edit.id ? [{ key: edit.key, block: edit.id }] : [];
  if (edit.type === 'split') return [edit, ...(edit.id ? [{ key: edit.key, block: edit.id }] : [])];
  return edit.type === 'set' || edit.type === 'remove' ? [edit] : [];
}

/** The text in the source language, which is the first. */
const modelOf = (texts: Texts): string | undefined => Object.values(texts)[0];

const idOf = ({ kind, scope, name }: TextKey, block: string): string => `${kind}/${scope}/${name}#${block}`;
