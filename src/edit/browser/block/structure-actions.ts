import type { Edit } from '../../protocol.ts';
import { askForBlock, askToRemove } from './add-remove-dialogs.ts';
import type { BlockContext } from './block-context.ts';
import { blockUrl, neighboursOf } from './block-list.ts';
import { nameOf } from './language-fields.ts';
import type { Meaning } from './meaning.ts';
import { askToSplit } from './split-dialog.ts';
import { goTo } from './view-memory.ts';

/** Adding, splitting, moving and removing the block, in all languages at once. Each saves the fields, too. */
export function createStructureActions({ data, draft, fields, save, readers }: BlockContext) {
  const { text, block, languages, source } = data;
  const { key, blocks } = text;
  const { type, label } = blocks.find(({ id }) => id === block)!;
  const isNamed = type === 'named';
  const { up, down, previous, next } = neighboursOf(text, block);
  const meaningEdits = (id: string, meaning: Meaning | undefined): Edit[] =>
    meaning ? [{ type: 'meaning', key, block: id, ...meaning }] : [];

  const add = async (): Promise<void> => {
    const answer = await askForBlock({ lang: source, name: nameOf(source) }, isNamed, readers);
    if (!answer) return;
    const { id, meaning } = answer;
    const edit: Edit = { type: 'add', key, after: block, texts: { [source]: answer.text }, ...(id && { id }) };
    const added = id ?? placeFrom(block, 1);
    const saved = await save([edit, ...meaningEdits(added, meaning)]);
    if (saved) goTo(blockUrl(key, added), `${saved} Translate it now or later.`, source);
  };
  const split = async (): Promise<void> => {
    const texts = languages
      .map(({ lang }) => ({ lang, name: nameOf(lang), text: draft.textOf(lang) }))
      .filter(({ text: part }) => part);
    const name = !isNamed ? 'paragraph' : draft.textOf(source).startsWith('## ') ? 'section' : 'rule';
    const cursor = { lang: fields.current, offset: fields.panels.get(fields.current)!.field.cursor };
    const answer = await askToSplit(texts, cursor, name);
    const saved = answer && (await save([{ type: 'split', key, block, ...answer }]));
    if (saved) goTo(blockUrl(key, answer.id ?? placeFrom(block, 1)), `${saved} This is the second part.`);
  };
  const remove = async (): Promise<void> => {
    const answer = await askToRemove(label, languages.length, readers);
    if (!answer) return;
    const neighbour = next ?? previous;
    const saved = await save([{ type: 'remove', key, block }, ...meaningEdits(block, answer.meaning)], false);
    if (saved)
      goTo(
        neighbour ? blockUrl(key, next && !isNamed && next.type === type ? block : neighbour.id) : '/',
        `${saved} “${label}” is gone.`,
      );
  };
  const move = (after: string | undefined, steps: number) => async (): Promise<void> => {
    const saved = await save([{ type: 'move', key, block, ...(after !== undefined && { after }) }]);
    if (saved) goTo(blockUrl(key, isNamed ? block : placeFrom(block, steps)), saved, fields.current);
  };
  const isText = type === 'named' || type === 'paragraph';
  return {
    ...(isText && { add, split, remove }),
    ...(up && { moveUp: move(up.after, -1) }),
    ...(down && { moveDown: move(down.after, 1) }),
  };
}

/** @example placeFrom('paragraph 3', 1) is 'paragraph 4' */
const placeFrom = (block: string, steps: number): string =>
  block.replace(/\d+$/, (place) => String(Number(place) + steps));
