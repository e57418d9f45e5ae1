import { changeParagraphs, type Original } from '../../check/translations/stale-blocks.ts';
import { required } from '../../shared/required.ts';
import { blockNameOf, withText } from '../../site/markdown/blocks.ts';
import { withLineFeeds } from '../files/line-ends.ts';
import { sourceLanguageOf } from '../model/source-language.ts';
import { staleOf } from '../model/stale.ts';
import { hasSource, type TextInLanguage, type TextWithSource } from '../model/text-in-language.ts';
import type { Edit } from '../protocol.ts';
import { acceptTranslation, changeOriginals } from './accept-translation.ts';
import { addTo, change, paragraphsBefore, placeBehind, placed, placeLike, placeOf, plain } from './change-blocks.ts';
import { type EditContext, textsToEdit, textToEdit } from './edit-context.ts';
import { newIdFor } from './new-id.ts';
import { insert, rawOf, remove } from './pieces.ts';
import { refuse } from './refused-edit.ts';

type EditOf<Type extends Edit['type']> = Extract<Edit, { type: Type }>;

/** Adds a block to all languages. */
export function addBlock(context: EditContext, edit: EditOf<'add'>): void {
  const { key } = edit;
  const texts = structured(context, edit);
  const [model] = texts;
  const fallback = edit.texts[sourceLanguageOf(context.draft, key)] ?? edit.texts[model.lang];
  if (!fallback?.trim()) refuse(model.file, 'the new block has no text', `Write it in the language "${model.lang}"`);
  const isNamed = blockNameOf(model.source) !== undefined;
  const id = isNamed ? newIdFor(context, key, edit.id, fallback) : undefined;
  const place = edit.after === undefined ? 0 : placeOf(model, edit.after) + 1;
  const paragraphs = paragraphsBefore(model, place);
  for (const text of texts) {
    addTo(context, edit, text, placeBehind(text, model, edit.after, isNamed), id, edit.texts[text.lang] ?? fallback);
  }
  const block = id ?? `paragraph ${paragraphs + 1}`;
  for (const { lang } of texts) if (edit.texts[lang] !== undefined) acceptTranslation(context, key, lang, [block]);
}

/** Moves a block in all languages. */
export function moveBlock(context: EditContext, edit: EditOf<'move'>): void {
  if (edit.after === edit.block) return;
  const texts = structured(context, edit);
  const [model] = texts;
  const from = placeOf(model, edit.block);
  if (edit.after !== undefined) placeOf(model, edit.after);
  const isNamed = model.blocks.find(({ id }) => id === edit.block)?.place?.id !== undefined;
  const targetOf = (text: TextInLanguage, start: number): number => {
    const target = placeBehind(text, model, edit.after, isNamed);
    return target > start ? target - 1 : target;
  };
  if (!isNamed) {
    const to = targetOf(model, from);
    const rest = placed(model).toSpliced(from, 1);
    const [start, end] = [paragraphsBefore(model, from), rest.slice(0, to).filter(({ place }) => !place.id).length];
    changeOriginals(context.draft, edit.key, texts, (accepted, now) =>
      changeParagraphs(accepted, now, (entries) => entries.toSpliced(start, 1).toSpliced(end, 0, entries[start] ?? [])),
    );
  }
  for (const text of texts) {
    const start = placed(text).findIndex(({ id }) => id === edit.block);
    if (start < 0) continue;
    const to = targetOf(text, start);
    change(context, edit, text, (pieces, expected) => {
      const piece = remove(pieces, start);
      insert(pieces, to, piece.id, piece.raw);
      expected.splice(to, 0, ...expected.splice(start, 1));
    });
  }
}

/** Removes a block from all languages. */
export function removeBlock(context: EditContext, edit: EditOf<'remove'>): void {
  const texts = structured(context, edit);
  const [model] = texts;
  const { place } = model.blocks.find(({ id }) => id === edit.block) ?? {};
  const paragraph = place && !place.id ? paragraphsBefore(model, placeOf(model, edit.block)) : undefined;
  changeOriginals(context.draft, edit.key, texts, (accepted, now) =>
    withoutBlock(accepted, now, edit.block, paragraph),
  );
  let count = 0;
  for (const text of texts) {
    const at = placed(text).findIndex(({ id }) => id === edit.block);
    if (at < 0) continue;
    count += 1;
    change(context, edit, text, (pieces, expected) => {
      remove(pieces, at);
      expected.splice(at, 1);
    });
  }
  if (!count) refuse(model.file, `there is no block "${edit.block}"`, 'Load the page again');
}

function withoutBlock(accepted: Original, now: Original, id: string, paragraph: number | undefined): Original {
  if (paragraph !== undefined) return changeParagraphs(accepted, now, (entries) => entries.toSpliced(paragraph, 1));
  const { [id]: _, ...named } = accepted.named;
  return { ...accepted, named };
}

/** Splits a block in two. */
export function splitBlock(context: EditContext, edit: EditOf<'split'>): void {
  const { key, block, at, titles = {} } = edit;
  const texts = structured(context, edit);
  const [model] = texts;
  const isNamed = model.blocks.find(({ id }) => id === block)?.place?.id !== undefined;
  const stale = staleOf(context.draft, key, texts).filter(({ id }) => id === block);
  const parts = new Map(
    texts.flatMap((text) => {
      const found = text.blocks.find(({ id }) => id === block);
      const offset = at[text.lang];
      if (!found || offset === undefined) return [];
      const whole = withLineFeeds(found.text);
      return [[text.lang, [whole.slice(0, offset).trim(), whole.slice(offset).trim()] as const] as const];
    }),
  );
  const titleOf = (lang: string): string | undefined => titles[lang]?.replaceAll(/\s+/g, ' ').trim() || undefined;
  const title = titleOf(model.lang);
  /** A section begins with its title. */
  const secondIn = (lang: string): string | undefined => {
    const second = parts.get(lang)?.[1];
    return second !== undefined && title ? `## ${titleOf(lang) ?? title}\n\n${second}` : second;
  };
  const second =
    secondIn(model.lang) ?? refuse(model.file, 'the place to split is missing', `Give it for "${model.lang}"`);
  const id = isNamed ? newIdFor(context, key, edit.id, second) : undefined;
  const paragraphs = isNamed ? 0 : paragraphsBefore(model, placeOf(model, block));
  for (const text of texts) {
    const place = isNamed ? placed(text).findIndex((other) => other.id === block) : placeLike(text, model, block);
    const part = parts.get(text.lang);
    if (place < 0) continue;
    if (part)
      change(context, edit, text, (pieces, expected) => {
        const { source } = text;
        const whole = required(placed(text)[place], block).place;
        required(pieces.list[place], block).raw = withText(source, whole, rawOf(source, part[0], undefined, 0));
        expected.splice(place, 1, [whole.id, plain(part[0])]);
      });
    const changed = requireSource(textToEdit(context, key, text.lang));
    addTo(context, edit, changed, place + 1, id, secondIn(text.lang) ?? second);
  }
  for (const { lang } of texts) {
    const wasStale = stale.some((other) => other.lang === lang);
    const isTranslated = !title || titleOf(lang) !== undefined;
    const blocks =
      id === undefined
        ? [`paragraph ${paragraphs + 1}`, `paragraph ${paragraphs + 2}`]
        : [block, ...(isTranslated ? [id] : [])];
    if (parts.has(lang) && !wasStale) acceptTranslation(context, key, lang, blocks);
  }
}

/** The texts of an edit, which have the same paragraphs where it needs that. */
function structured(
  context: EditContext,
  edit: EditOf<'add' | 'move' | 'remove' | 'split'>,
): [TextWithSource, ...TextWithSource[]] {
  const [first, ...further] = textsToEdit(context, edit.key);
  const model = requireSource(first);
  const texts: [TextWithSource, ...TextWithSource[]] = [model, ...further.map(requireSource)];
  const places = ['block' in edit ? edit.block : undefined, 'after' in edit ? edit.after : undefined];
  const countOf = ({ blocks }: TextInLanguage): number => blocks.filter(({ place }) => place && !place.id).length;
  const other = texts.find((text) => countOf(text) !== countOf(model));
  const needsPlaces = places.some((id) => id?.startsWith('paragraph ')) || !blockNameOf(model.source);
  if (other && needsPlaces)
    refuse(
      other.file,
      `there are ${countOf(other)} paragraphs instead of the ${countOf(model)} of ${model.file}`,
      'Give both files the same paragraphs first',
    );
  return texts;
}

/** Refuses words. */
function requireSource(text: TextInLanguage): TextWithSource {
  if (!hasSource(text)) refuse(text.file, 'keys of translations belong to the program', 'Change their texts only');
  return text;
}
