import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { acquireProcessLock } from '../shared/files/process-lock.ts';
import { mistakeOf } from '../shared/user-error.ts';
import { applyEdits } from './edits/apply-edit.ts';
import { RefusedEdit } from './edits/refused-edit.ts';
import { hashOf } from './files/disk.ts';
import { Draft, type FileChange } from './files/unsaved-files.ts';
import { describeBlock, describeText, stateOf } from './model/describe.ts';
import { notedChangesOf } from './model/noted-changes.ts';
import { listTexts } from './model/overview.ts';
import type { BlockProblem } from './model/problems.ts';
import { type Match, searchTexts } from './model/search.ts';
import type { BlockInLanguage, Edit, NotedChange, SaveResult, TextInfo, TextKey, TextSummary } from './protocol.ts';
import { BlockBases } from './save/block-bases.ts';
import { commitFiles, recover } from './save/commit-files.ts';
import { findConflicts } from './save/conflicts.ts';
import { describeEdits } from './save/describe-edits.ts';
import { commitsSaves, commitToGit, isInRepository, setCommitsSaves } from './save/git-commit.ts';
import { type Direction, repeatChange, UndoStack } from './save/undo.ts';
import type { Workspace } from './workspace.ts';

/** Versions of files that pages have shown; the oldest are forgotten. */
const MAX_VERSIONS = 1000;

/** Reads and changes the texts of a project. It lives as long as the dev server, and with it the steps that can be undone. */
export class Editor {
  readonly workspace: Workspace;
  readonly #configured: string[];
  /** Texts by hash, to tell what changed on disk. */
  readonly #versions = new Map<string, string>();
  readonly #bases = new BlockBases();
  readonly #steps = new UndoStack();

  /** @param languages by default those of the configured editions */
  constructor(workspace: Workspace, languages = [...new Set(workspace.site.editions.map(({ lang }) => lang))]) {
    this.workspace = workspace;
    this.#configured = languages;
    this.#whileLocked(() => {});
  }

  /** All texts, each with the number of its stale blocks by language. */
  overview(): TextSummary[] {
    return listTexts(new Draft(this.workspace), this.#languages());
  }

  /** Blocks of all texts that have some words, up to a number of them. */
  search(words: string, max: number): Match[] {
    return searchTexts(new Draft(this.workspace), this.#languages(), words, max);
  }

  /** A text with its blocks; undefined where no language has it. */
  text(key: TextKey): TextInfo | undefined {
    return describeText(new Draft(this.workspace), key, this.#languages());
  }

  /** The changes of meaning of a text, the newest first. */
  notedChanges(key: TextKey): NotedChange[] {
    return notedChangesOf(new Draft(this.workspace), key);
  }

  /** A block in each language that has the text. */
  block(key: TextKey, id: string): BlockInLanguage[] {
    const draft = new Draft(this.workspace);
    const block = describeBlock(draft, key, id, this.#languages());
    for (const { file } of block) this.#remember(draft.readDisk(file));
    return block;
  }

  /** A file as edits would make it; undefined where they are refused. */
  textAfter(edits: Edit[], file: string): string | undefined {
    const draft = new Draft(this.workspace);
    return this.#apply(draft, edits) ? undefined : draft.read(file);
  }

  /** What would be wrong after edits, without saving them. */
  check(edits: Edit[]): BlockProblem[] | { refused: BlockProblem[] } {
    const draft = new Draft(this.workspace);
    return this.#apply(draft, edits) ?? this.#problems(draft, edits);
  }

  /**
   * Applies edits to the files on disk, and writes all changed files or none.
   * @param seen hashes of the files as the page showed them
   */
  save(edits: Edit[], seen: Record<string, string>): SaveResult {
    return this.#whileLocked(() => {
      const draft = new Draft(this.workspace);
      const conflicts = findConflicts(draft, edits, seen, this.#versions, this.#languages());
      if (conflicts.length) {
        for (const { file } of conflicts) this.#remember(draft.readDisk(file));
        return { conflicts };
      }
      const refused = this.#apply(draft, edits);
      if (refused) return refused;
      const changes = draft.changes();
      const subject = describeEdits(edits);
      const commitFailure = this.#write(changes, subject);
      this.#bases.note(edits, draft, this.#languages());
      if (changes.length) this.#steps.push({ subject, changes });
      const problems = this.#problems(draft, edits).filter(({ isError }) => isError);
      return { saved: filesOf(changes), problems, commitFailure };
    });
  }

  /** Subjects of the saves that can be undone and redone next. */
  steps(): Record<Direction, string | undefined> {
    return { undo: this.#steps.next('undo')?.subject, redo: this.#steps.next('redo')?.subject };
  }

  /** Undoes the last save of the session, or makes it again. Other changes of its files since stay. */
  repeat(direction: Direction): SaveResult {
    return this.#whileLocked(() => {
      const draft = new Draft(this.workspace);
      const step = this.#steps.next(direction);
      const failed = step?.changes.filter((change) => !repeatChange(draft, change)) ?? [];
      if (failed.length)
        return {
          refused: mistakeOf(filesOf(failed), 'the file has changed at this place since', 'Change the block by hand'),
        };
      const changes = draft.changes();
      const commitFailure = this.#write(changes, `${direction === 'undo' ? 'Undo' : 'Redo'}: ${step?.subject ?? ''}`);
      if (step) this.#steps.move(direction);
      return { saved: filesOf(changes), problems: [], commitFailure };
    });
  }

  /** Whether each save makes a commit; undefined where the content folder is in no git repository. */
  get commits(): boolean | undefined {
    return isInRepository(this.workspace.folders) ? commitsSaves(this.workspace.folders) : undefined;
  }

  set commits(commits: boolean) {
    setCommitsSaves(this.workspace.folders, commits);
  }

  /** @returns why a commit failed */
  #write(changes: FileChange[], subject: string): string | undefined {
    if (!changes.length) return undefined;
    commitFiles(this.workspace.folders, changes);
    return commitsSaves(this.workspace.folders)
      ? commitToGit(this.workspace.folders, filesOf(changes), subject)
      : undefined;
  }

  #apply(draft: Draft, edits: Edit[]): { refused: BlockProblem[] } | undefined {
    try {
      applyEdits(
        {
          draft,
          languages: this.#languages(),
          scopes: this.workspace.scopes,
          today: this.workspace.site.day,
          baseOf: (key, block) => this.#bases.of(key, block),
        },
        edits,
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusedEdit)) throw error;
      return { refused: [{ ...error.diagnostic, lang: '', isError: true }] };
    }
  }

  #problems(draft: Draft, edits: Edit[]): BlockProblem[] {
    const keys = new Map(edits.flatMap((edit) => ('key' in edit ? [[JSON.stringify(edit.key), edit.key]] : [])));
    return [...keys.values()].flatMap((key) => stateOf(draft, key, this.#languages()).problems);
  }

  /** A language is translated before a host has it. */
  #languages(): string[] {
    const { translations } = this.workspace.folders;
    const files = existsSync(translations) ? readdirSync(translations) : [];
    const translated = files.flatMap((file) => /^([A-Za-z\d-]+)\.json$/.exec(file)?.[1] ?? []);
    return [...new Set([...this.#configured, ...translated])];
  }

  #remember(text: string | undefined): void {
    if (text === undefined) return;
    this.#versions.set(hashOf(text), text);
    const [oldest] = this.#versions.keys();
    if (oldest !== undefined && this.#versions.size > MAX_VERSIONS) this.#versions.delete(oldest);
  }

  /** A single process at a time saves. What a killed process has begun is finished first. */
  #whileLocked<Result>(task: () => Result): Result {
    const release = acquireProcessLock(
      join(this.workspace.folders.cache, 'lock'),
      (pid) => `Process ${pid} is saving. Try again.`,
    );
    try {
      for (const file of recover(this.workspace.folders))
        console.warn(
          `${file} changed after a save that was not finished. The text of the save is in ${this.workspace.folders.cache}.`,
        );
      return task();
    } finally {
      release();
    }
  }
}

const filesOf = (changes: FileChange[]): string[] => changes.map(({ file }) => file);
