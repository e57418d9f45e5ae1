import { load } from 'cheerio';
import { z } from 'zod';

import { pagesOf } from '../../../site/content.ts';
import { draftTexts } from '../../../site/page-texts.ts';
import type { Editor } from '../../editor.ts';
import { editSchema } from '../../protocol.ts';
import { editionOf, renderedPage } from './rendered-page.ts';

const schema = z.strictObject({ host: z.string(), lang: z.string(), path: z.string(), edits: z.array(editSchema) });

/** `POST /api/preview`: the HTML of a page with the text as edits would make it. Where they are refused, the page is as it was. */
export async function previewAction(editor: Editor, body: unknown, port: number): Promise<{ html: string }> {
  const { edits, ...address } = schema.parse(body);
  const { site } = editor.workspace;
  const html = await renderedPage(site, address, port);
  const edition = editionOf(site, address);
  const source = pagesOf(edition).get(address.path);
  const text = source && edits.length ? editor.textAfter(edits, source.file) : undefined;
  if (!source || text === undefined) return { html };
  const draft = draftTexts(edition, { ...source, folder: source.folder, text, diagnostics: [], sha256: '' });
  const page = load(html);
  page('.text').html(draft.html);
  if (draft.title !== undefined) page('.reading > h1').text(draft.title);
  return { html: page.html() };
}
