import {
  type TranslatedBlock,
  translatedPartsOf,
  translatedWordsOf,
} from '../../check/translations/translated-files.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import { blocksOf, type Block } from '../../site/markdown/blocks.ts';
import type { Source } from '../../site/site-folder.ts';
import { fileOf } from '../files/folders.ts';
import { withLineFeeds } from '../files/line-ends.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { BlockSummary, TextKey } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';
import { sourceOf } from './draft-source.ts';
import { fieldNames, readFields } from './fields.ts';
import { sourceLanguageOf } from './source-language.ts';
import { readWords } from './words.ts';

/** A text in a language, with its blocks. */
export interface TextInLanguage {
  lang: string;
  file: string;
  /** Undefined for words. */
  source?: Source | undefined;
  blocks: EditableBlock[];
  /** The blocks as the record of translations knows them. */
  parts: TranslatedBlock[];
}

export interface EditableBlock {
  /** See `ofBlock` of the protocol. */
  id: string;
  type: BlockSummary['type'];
  text: string;
  line: number;
  /** Undefined for a field or word. */
  place?: Block | undefined;
}

/** A text that has blocks: all but words. */
export type TextWithSource = TextInLanguage & { source: Source };

export const hasSource = (text: TextInLanguage): text is TextWithSource => text.source !== undefined;

/** A block that stands in the Markdown. */
export type PlacedBlock = EditableBlock & { place: Block };

export const isPlaced = (block: EditableBlock): block is PlacedBlock => block.place !== undefined;

/** Reads a text; undefined where the language lacks it. */
export function readTextIn(draft: Draft, key: TextKey, lang: string): TextInLanguage | undefined {
  const file = fileOf(draft.folders, key, lang);
  const text = draft.read(file);
  if (text === undefined) return undefined;
  if (key.kind === 'words') return wordsIn(draft.workspace, lang, file, text);
  const source = sourceOf(draft.workspace, key, lang, file, text);
  return {
    lang,
    file,
    source,
    blocks: editableBlocksOf(source),
    get parts() {
      return translatedPartsOf(source);
    },
  };
}

/** A text in all languages that have it, its source language first. */
export const readTexts = (draft: Draft, key: TextKey, languages: string[]): TextInLanguage[] =>
  [...new Set([sourceLanguageOf(draft, key), ...languages])].flatMap((lang) => readTextIn(draft, key, lang) ?? []);

/** The text of a block as a browser shows it; undefined where the language lacks it. */
export function blockTextIn(draft: Draft, key: TextKey, lang: string, block: string): string | undefined {
  const text = readTextIn(draft, key, lang)?.blocks.find(({ id }) => id === block)?.text;
  return text === undefined ? undefined : withLineFeeds(text);
}

/** The latest words of each file. */
const latestWords = cachedBy((_workspace: Workspace) => new Map<string, TextInLanguage & { text: string }>());

function wordsIn(workspace: Workspace, lang: string, file: string, text: string): TextInLanguage {
  const known = latestWords(workspace);
  const last = known.get(file);
  if (last?.text === text) return last;
  const words = readWords(lang, file, text);
  const blocks = [...words].map(([id, word]): EditableBlock => ({ id, type: 'word', ...word }));
  const read = { lang, file, text, blocks, parts: translatedWordsOf(words) };
  known.set(file, read);
  return read;
}

/** Fields and blocks of a text. Blocks without an id are known by their place among them. */
export const editableBlocksOf = cachedBy((source: Source): EditableBlock[] => {
  const fields = readFields(source.text);
  let place = 0;
  return [
    ...fieldNames[source.kind].flatMap((name): EditableBlock[] =>
      fields[name] === undefined
        ? []
        : [{ id: `field:${name}`, type: 'field', text: fields[name], line: lineOfField(source, name) }],
    ),
    ...blocksOf(source).map((block): EditableBlock => {
      if (!block.id) place += 1;
      return { ...block, id: block.id ?? `paragraph ${place}`, place: block };
    }),
  ];
});

const lineOfField = ({ text }: Source, name: string): number =>
  text.split(/\r\n?|\n/).findIndex((line) => line.startsWith(`${name}:`)) + 1 || 1;

/** The id of a block in the record of translations; undefined for a field that is not translated. */
export function recordedId(id: string): string | undefined {
  const [, field] = /^field:(.*)$/.exec(id) ?? [];
  return field === undefined ? id : ['title', 'description'].includes(field) ? field : undefined;
}
