import { blockUrl } from '../../browser/block/block-list.ts';
import type { Editor } from '../../editor.ts';
import type { TextKey } from '../../protocol.ts';
import { isSame, notesUrl } from '../addresses.ts';

/** The page of the next block with a stale translation; after the last, that of notes for readers that a language lacks. */
export function nextStale(editor: Editor, key: TextKey, block: string): string | undefined {
  const url = nextStaleBlock(editor, key, block);
  if (url) return url;
  const text = editor.overview().find(({ missingNotes }) => Object.keys(missingNotes).length);
  return text && notesUrl(text.key);
}

/** Page of the next block behind a block in its text, then in the texts after it, and from the first again. */
function nextStaleBlock(editor: Editor, key: TextKey, block: string): string | undefined {
  const keys = editor
    .overview()
    .filter((text) => isSame(text.key, key) || Object.keys(text.stale).length)
    .map((text) => text.key);
  const start = keys.findIndex((candidate) => isSame(candidate, key));
  const inOrder = [...keys.slice(start), ...keys.slice(0, start)];
  for (const [index, candidate] of inOrder.entries()) {
    const blocks = editor.text(candidate)?.blocks ?? [];
    const place = index ? -1 : blocks.findIndex(({ id }) => id === block);
    const found = blocks.slice(place + 1).find(({ stale }) => stale.length);
    if (found) return blockUrl(candidate, found.id);
  }
  const before = editor.text(key)?.blocks.find(({ id, stale }) => stale.length && id !== block);
  return before && blockUrl(key, before.id);
}
