import type { Editor } from '../editor.ts';
import { blockPage } from './block/block-page.ts';
import { notesPage } from './block/notes-page.ts';
import { homePage } from './home/home-page.ts';
import type { EditorPage } from './layout.ts';
import { newPage } from './new/creation-forms.ts';
import { publishPage } from './publish/publish-page.ts';
import { textPage } from './text-page.ts';

/** Makes a page from the parameters of its address. */
export type PageOf = (editor: Editor, query: Record<string, string>) => EditorPage | Promise<EditorPage>;

/** The pages of the editor by path. */
export const pages: Record<string, PageOf> = {
  '/': homePage,
  '/text': textPage,
  '/block': blockPage,
  '/notes': notesPage,
  '/new': newPage,
  '/publish': publishPage,
};
