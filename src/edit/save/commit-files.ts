import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { z } from 'zod';

import { lstatIfPresent } from '../../shared/files/lstat-if-present.ts';
import { UserError } from '../../shared/user-error.ts';
import { hashOf, readText } from '../files/disk.ts';
import type { FileChange } from '../files/unsaved-files.ts';
import type { Folders } from '../workspace.ts';

/**
 * A save that has begun. While it is `writing`, a crash leaves all files as they were; once it is `renaming`, recovery finishes it. It lies in the
 * cache, because the content folder is watched and kept in git.
 */
const journalSchema = z.strictObject({
  stage: z.enum(['writing', 'renaming']),
  files: z.array(
    z.strictObject({
      file: z.string(),
      /** Beside the file, because only a rename within a file system is a single step. */
      temporary: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
type Journal = z.output<typeof journalSchema>;
type Entry = Journal['files'][number];

const journalOf = ({ cache }: Folders): string => join(cache, 'journal.json');

/** Writes all files or none, even if the process is killed. */
export function commitFiles(folders: Folders, changes: FileChange[]): void {
  const temporaryOf = (file: string): string => join(dirname(file), `.${basename(file)}.edit`);
  const files = changes.map(({ file, before, after }): Entry => ({
    file,
    temporary: temporaryOf(file),
    before: hashOrNull(before),
    after: hashOrNull(after),
  }));
  try {
    mkdirSync(folders.cache, { recursive: true });
    writeJournal(folders, { stage: 'writing', files });
    for (const { file, after } of changes) {
      mkdirSync(dirname(file), { recursive: true });
      // A rename of a file that may not be written would fail after others.
      if (existsSync(file)) accessSync(file, constants.W_OK);
      if (after !== undefined) writeDurably(temporaryOf(file), after, lstatIfPresent(file)?.mode);
    }
    writeJournal(folders, { stage: 'renaming', files });
  } catch (error) {
    discard(folders, files);
    const { message } = error as Error;
    throw new UserError(`Nothing was saved. Make room on the disk or the file writable, and save again: ${message}`, {
      cause: error,
    });
  }
  finish(folders, files);
}

/**
 * Finishes or discards a save of a killed process.
 * @returns files that another program changed since; their text of the save lies beside the journal
 */
export function recover(folders: Folders): string[] {
  const path = journalOf(folders);
  if (!existsSync(path)) return [];
  const { stage, files } = readJournal(path);
  if (stage === 'writing') {
    discard(folders, files);
    return [];
  }
  const isForeign = ({ file, before, after }: Entry): boolean =>
    ![before, after].includes(hashOrNull(readText(folders, file)));
  const [foreign, own] = [files.filter(isForeign), files.filter((entry) => !isForeign(entry))];
  for (const { temporary, file } of foreign)
    if (existsSync(temporary)) writeFileSync(join(folders.cache, `unsaved-${basename(file)}`), readFileSync(temporary));
  for (const { temporary } of foreign) rmSync(temporary, { force: true });
  finish(folders, own);
  return foreign.map(({ file }) => file);
}

function readJournal(path: string): Journal {
  try {
    return journalSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new UserError(
      `${path} is damaged: a save was interrupted. Compare the texts with their last version, and remove that file.`,
      { cause: error },
    );
  }
}

function finish(folders: Folders, files: Entry[]): void {
  for (const { file, temporary, after } of files) {
    if (after === null) rmSync(file, { force: true });
    else if (existsSync(temporary)) renameSync(temporary, file);
  }
  for (const folder of new Set(files.map(({ file }) => dirname(file)))) syncFolder(folder);
  removeJournal(folders);
}

function discard(folders: Folders, files: Entry[]): void {
  for (const { temporary } of files) rmSync(temporary, { force: true });
  removeJournal(folders);
}

function writeJournal(folders: Folders, journal: Journal): void {
  const path = journalOf(folders);
  writeDurably(`${path}.next`, JSON.stringify(journal));
  renameSync(`${path}.next`, path);
  syncFolder(folders.cache);
}

const removeJournal = (folders: Folders): void => {
  rmSync(journalOf(folders), { force: true });
  syncFolder(folders.cache);
};

/** Writes a file that survives a loss of power. */
function writeDurably(path: string, text: string, mode = 0o644): void {
  rmSync(path, { force: true });
  const file = openSync(path, 'wx', mode & 0o777);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A rename is on disk once its folder is. */
function syncFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const hashOrNull = (text: string | undefined): string | null => (text === undefined ? null : hashOf(text));
