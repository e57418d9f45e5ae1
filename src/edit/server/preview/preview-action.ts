import { load } from 'cheerio';
import { z } from 'zod';

import { pagesOf } from '../../../site/content.ts';
import { draftTexts } from '../../../site/page-texts.ts';
import type { Editor } from '../../editor.ts';
import { type Edit, editSchema } from '../../protocol.ts';
import { editionOf, type PreviewAddress, renderedPage } from './rendered-page.ts';

const schema = z.strictObject({ host: z.string(), lang: z.string(), path: z.string(), edits: z.array(editSchema) });

/** `POST /api/preview`: a page with edits that are not saved. */
export async function previewAction(editor: Editor, body: unknown, port: number): Promise<{ html: string }> {
  const { edits, ...address } = schema.parse(body);
  return { html: await draftPage(editor, address, edits, port) };
}

/** The HTML of a page with the text as edits would make it. Where they are refused, the page is as it was. */
async function draftPage(editor: Editor, address: PreviewAddress, edits: Edit[], port: number): Promise<string> {
  const { site } = editor.workspace;
  const html = await renderedPage(site, address, port);
  const edition = editionOf(site, address);
  const source = pagesOf(edition).get(address.path);
  const text = source && edits.length ? editor.textAfter(edits, source.file) : undefined;
  if (!source || text === undefined) return html;
  const draft = draftTexts(edition, { ...source, folder: source.folder, text, diagnostics: [], sha256: '' });
  const page = load(html);
  page('.text').html(draft.html);
  if (draft.title !== undefined) page('.reading > h1').text(draft.title);
  return page.html();
}
