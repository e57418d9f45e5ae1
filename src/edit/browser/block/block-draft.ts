import { z } from 'zod';

import type { BlockInLanguage } from '../../protocol.ts';

/** Unsaved work on a block: for each language that was touched, the text of the file it began with, and what has become of it. */
const draftSchema = z.record(
  z.string(),
  z.object({
    base: z.string().optional(),
    fileHash: z.string(),
    text: z.string().optional(),
    /** Undefined until it is chosen. */
    isAccepted: z.boolean().optional(),
  }),
);

type Draft = z.output<typeof draftSchema>;

/** The work on a block since it was last saved. It outlives a reload of the page in its tab. */
export class BlockDraft {
  readonly #storageKey: string;
  readonly #blocks: Map<string, BlockInLanguage>;
  readonly #source: string;
  #draft: Draft = {};

  constructor(id: string, blocks: BlockInLanguage[], source: string) {
    this.#source = source;
    this.#storageKey = `draft ${id}`;
    this.#blocks = new Map(blocks.map((block) => [block.lang, block]));
    const stored = sessionStorage.getItem(this.#storageKey);
    if (stored) this.#draft = draftSchema.parse(JSON.parse(stored));
    for (const [lang, entry] of Object.entries(this.#draft)) {
      const block = this.#blocks.get(lang);
      // A change elsewhere in the file is no conflict.
      if (block?.text === entry.base && block) entry.fileHash = block.fileHash;
    }
  }

  get isEmpty(): boolean {
    return !this.changed.length && !this.accepted.length;
  }

  /** Languages with another text than their file. */
  get changed(): string[] {
    return Object.keys(this.#draft).filter((lang) => this.isChanged(lang));
  }

  /** Translations that match the source text. */
  get accepted(): string[] {
    return Object.keys(this.#draft).filter((lang) => this.isAccepted(lang));
  }

  /** Hash of each touched file as this work knows it. */
  get seen(): Record<string, string> {
    const touched = new Set([...this.changed, ...this.accepted]);
    return Object.fromEntries([...touched].map((lang) => [this.#blocks.get(lang)!.file, this.#draft[lang]!.fileHash]));
  }

  textOf(lang: string): string {
    return this.#draft[lang]?.text ?? this.#blocks.get(lang)?.text ?? '';
  }

  isChanged(lang: string): boolean {
    const entry = this.#draft[lang];
    return entry?.text !== undefined && entry.text !== (entry.base ?? '');
  }

  /** A translation that was written is accepted, too; a copy of the source text is none. */
  isAccepted(lang: string): boolean {
    if (lang === this.#source) return false;
    const isWritten = this.isChanged(lang) && this.textOf(lang) !== this.textOf(this.#source);
    return this.#draft[lang]?.isAccepted ?? isWritten;
  }

  setText(lang: string, text: string): void {
    this.#entryOf(lang).text = text;
    this.#store();
  }

  setAccepted(lang: string, isAccepted: boolean): void {
    this.#entryOf(lang).isAccepted = isAccepted;
    this.#store();
  }

  /** The work as it is now. */
  get snapshot(): Draft {
    return structuredClone(this.#draft);
  }

  /** Forgets the work that was saved. What was written since stays, on the saved text. */
  forget(saved: Draft): void {
    for (const [lang, { text, isAccepted }] of Object.entries(saved)) {
      const entry = this.#draft[lang];
      if (entry?.text === text && entry?.isAccepted === isAccepted) delete this.#draft[lang];
      else if (entry) entry.base = text ?? entry.base;
    }
    this.#store();
  }

  /** Forgets the work, after it was discarded. */
  clear(): void {
    this.#draft = {};
    sessionStorage.removeItem(this.#storageKey);
  }

  #entryOf(lang: string): Draft[string] {
    const { text, fileHash } = this.#blocks.get(lang)!;
    return (this.#draft[lang] ??= { base: text, fileHash });
  }

  #store(): void {
    if (this.isEmpty) this.clear();
    else sessionStorage.setItem(this.#storageKey, JSON.stringify(this.#draft));
  }
}
