import type { Folders, Workspace } from '../workspace.ts';
import { readText } from './disk.ts';

/** A file that edits change; undefined where it is missing before or after them. */
export interface FileChange {
  file: string;
  before: string | undefined;
  after: string | undefined;
}

/** The files on disk with changes that are not written yet. */
export class Draft {
  readonly workspace: Workspace;
  readonly #files = new Map<string, FileChange>();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  get folders(): Folders {
    return this.workspace.folders;
  }

  read(file: string): string | undefined {
    return this.#file(file).after;
  }

  write(file: string, text: string | undefined): void {
    // UTF-8 has no half of a surrogate pair.
    this.#file(file).after = text?.toWellFormed();
  }

  /** The file on disk, as it was at the first reading. */
  readDisk(file: string): string | undefined {
    return this.#file(file).before;
  }

  /** A draft without changes, of the same files. */
  onDisk(): Draft {
    const draft = new Draft(this.workspace);
    for (const [file, { before }] of this.#files) draft.#files.set(file, { file, before, after: before });
    return draft;
  }

  /** A draft in which a file has another text. */
  as(file: string, text: string): Draft {
    const draft = new Draft(this.workspace);
    draft.write(file, text);
    return draft;
  }

  changes(): FileChange[] {
    return [...this.#files.values()].filter(({ before, after }) => before !== after);
  }

  #file(file: string): FileChange {
    const known = this.#files.get(file);
    if (known) return known;
    const text = readText(this.folders, file);
    const read = { file, before: text, after: text };
    this.#files.set(file, read);
    return read;
  }
}
