import { z } from 'zod';

import type { Diagnostic } from '../shared/user-error.ts';
import { isLanguageTag } from '../site/editions/language-tag.ts';

/** Names of folders and files: no path can be made of them. */
const name = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'A name has letters, digits, full stops, hyphens and underscores');
const lang = z.string().refine(isLanguageTag, 'A language is a tag such as de or pt-BR');
const day = z.iso.date();
/** An id that goes into a file as `{#id}`. */
const newId = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An id has lower-case letters, digits and hyphens');
const texts = z.record(lang, z.string());

/** A text in all its languages. The scope is `shared`, a brand's id or a host's name; `words` are `shared` `interface`. */
export const textKeySchema = z.strictObject({ kind: z.enum(['document', 'article', 'words']), scope: name, name });
export type TextKey = z.output<typeof textKeySchema>;

const inText = { key: textKeySchema };
/**
 * A block of a text: the id of a rule or section, the key of a translation such as `home.enter`, a field such as `field:title`, or a place such
 * as `paragraph 3`.
 */
const ofBlock = { ...inText, block: z.string().min(1) };

export const editSchema = z.discriminatedUnion('type', [
  /** Changes the text of a block or field. A block that the language lacks is added. An empty optional field is removed. */
  z.strictObject({ type: z.literal('set'), ...ofBlock, lang, text: z.string() }),
  /** Records that a translation matches its original. */
  z.strictObject({ type: z.literal('accept'), ...ofBlock, lang }),
  /** Adds a block to all languages, behind another or as the first. Languages without a text get that of the source language, stale. */
  z.strictObject({
    type: z.literal('add'),
    ...inText,
    after: z.string().optional(),
    /** @default made of the title in the source language */
    id: newId.optional(),
    texts,
  }),
  /** Moves a block behind another or to the front, in all languages. */
  z.strictObject({ type: z.literal('move'), ...ofBlock, after: z.string().optional() }),
  /** Removes a block from all languages. */
  z.strictObject({ type: z.literal('remove'), ...ofBlock }),
  /** Splits a block in two. The second gets a new id. */
  z.strictObject({
    type: z.literal('split'),
    ...ofBlock,
    id: newId.optional(),
    /** Offset in the block's text for each language. A language without one keeps its block, and gets the second part of the source language, stale. */
    at: z.record(lang, z.number().int().positive()),
    /** Title of the second section in each language. Languages without it get that of the source language, stale. Rules have none. */
    titles: texts.optional(),
  }),
  /** Declares that the edits of a block change its meaning: writes its history, and sets `updated`. */
  z.strictObject({
    type: z.literal('meaning'),
    ...ofBlock,
    /** For readers, in the source language at least. */
    note: texts,
    /** @default today */
    inForce: day.optional(),
    important: z.boolean().optional(),
  }),
  /** Writes or corrects the note of a change of meaning in a language. */
  z.strictObject({
    type: z.literal('note'),
    ...ofBlock,
    /** Place of the change in the block's history, from 0 on. */
    change: z.number().int().nonnegative(),
    lang,
    text: z.string(),
    /** Note that the page has shown; undefined where there was none. */
    before: z.string().optional(),
  }),
  /** Creates a text in languages that lack it. */
  z.strictObject({
    type: z.literal('create'),
    ...inText,
    /** The text to copy. @default the text of the same key in the source language; a new article without it is empty */
    from: textKeySchema.optional(),
    languages: z.array(lang).min(1),
    /** Front matter of a new article, and its `body`. */
    fields: z.record(z.string(), z.string()).default({}),
  }),
  /** Creates every text that a language lacks, with that of the source language, stale. */
  z.strictObject({ type: z.literal('language'), lang }),
]);
export type Edit = z.output<typeof editSchema>;

/** Hash of each file as the page has shown it; a missing file has none. */
const seenSchema = z.record(z.string(), z.string());

export const saveSchema = z.strictObject({ edits: z.array(editSchema).min(1), seen: seenSchema.default({}) });

/** A text in the list of all texts. */
export interface TextSummary {
  key: TextKey;
  title: string;
  /** Languages that have the text. */
  languages: string[];
  /** Number of stale blocks by language. */
  stale: Record<string, number>;
  /** Number of changes of meaning without a note, by language. */
  missingNotes: Record<string, number>;
}

/** A change of meaning of a block, with its note for readers. */
export interface NotedChange {
  block: string;
  /** Place of the change in the block's history, from 0 on. */
  index: number;
  /** Such as `2026-11-02`. */
  day: string;
  /** Undefined where it is in force from its day on. */
  inForce?: string | undefined;
  important: boolean;
  /** Whether the change removed the block. */
  removed: boolean;
  /** By language; the source language stands in for those that are missing. */
  note: Record<string, string>;
}

export interface TextInfo extends Pick<TextSummary, 'key' | 'title' | 'languages'> {
  blocks: BlockSummary[];
}

export interface BlockSummary {
  id: string;
  type: 'named' | 'paragraph' | 'field' | 'word';
  /** Title or first words. */
  label: string;
  /** Languages whose translation is older than the original. */
  stale: string[];
  problems: number;
}

/** A block in a language that has the text. */
export interface BlockInLanguage {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Path from the working directory. */
  file: string;
  /** Lines end with a line feed. Undefined where the language lacks the block. */
  text?: string | undefined;
  stale: boolean;
  /** Original for which the translation was accepted; undefined where none was. */
  originalBefore?: string | undefined;
  problems: Diagnostic[];
  /** For `seen`. */
  fileHash: string;
}

/** A block that was changed on disk since the page showed it. */
export interface Conflict {
  key: TextKey;
  block: string;
  lang: string;
  file: string;
  /** Text that the page has shown; undefined where it is not known any more, or there was none. */
  base?: string | undefined;
  /** Text on disk. */
  theirs?: string | undefined;
  /** Text of the edit. */
  mine?: string | undefined;
  /** Hash of the file on disk: put into `seen`, it says that this text was seen. */
  fileHash: string;
}

export type SaveResult =
  | {
      /** Paths of the changed files. */
      saved: string[];
      /** Mistakes in the texts of the edits, which stop a build. */
      problems: Diagnostic[];
      /** Why the commit to git failed. */
      commitFailure?: string | undefined;
    }
  | { conflicts: Conflict[] }
  /** Why nothing was saved. */
  | { refused: Diagnostic[] };
