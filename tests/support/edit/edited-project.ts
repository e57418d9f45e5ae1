import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { Editor } from '../../../src/edit/editor.ts';
import type { TextKey } from '../../../src/edit/protocol.ts';
import { type Folders, Workspace } from '../../../src/edit/workspace.ts';
import { SiteFolder } from '../../../src/site/site-folder.ts';

export const RULES: TextKey = { kind: 'document', scope: 'shared', name: 'rules' };
export const WORDS: TextKey = { kind: 'words', scope: 'shared', name: 'interface' };

const { site } = await Workspace.open(process.env);

export interface EditedProject {
  workspace: Workspace;
  editor: Editor;
  folders: Folders;
  /** Path of a file below the content folder. */
  path: (file: string) => string;
  read: (file: string) => string;
  write: (file: string, text: string) => void;
  /** Every file by path, temporary files included. */
  files: () => Record<string, string>;
}

/** A content folder of its own, with an editor. @param source language that its texts are translated from */
export function editedProject(
  languages = ['en', 'de', 'fr'],
  files: Record<string, string> = {},
  source = 'en',
): EditedProject {
  const root = relative('.', mkdtempSync(join(tmpdir(), 'edit-')));
  const folders = { content: join(root, 'content'), translations: join(root, 'i18n'), cache: join(root, 'cache') };
  const path = (file: string): string => join(folders.content, file);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) write(file, text);
  const folder = new SiteFolder(site, { sources: new Map([['shared', source]]), facts: {} });
  const workspace = new Workspace(process.env, { ...site, folder }, folders);
  workspace.refresh();
  return {
    workspace,
    editor: new Editor(workspace, languages),
    folders,
    path,
    read: (file) => readFileSync(path(file), 'utf8'),
    write,
    files: () => ({ ...filesBelow(folders.content), ...filesBelow(folders.translations) }),
  };
}

/** A copy of the texts of this project. */
export function shippedProject(languages: string[]): EditedProject {
  const project = editedProject(languages);
  cpSync('src/content', project.folders.content, { recursive: true });
  cpSync('public/assets/i18n', project.folders.translations, { recursive: true });
  const lock = project.read('translations.lock.json');
  const { content, translations } = project.folders;
  project.write(
    'translations.lock.json',
    lock.replaceAll('"src/content/', `"${content}/`).replaceAll('"public/assets/i18n/', `"${translations}/`),
  );
  return project;
}

const filesBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
