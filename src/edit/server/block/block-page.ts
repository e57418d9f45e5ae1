import { html, raw } from 'hono/html';

import { required } from '../../../shared/required.ts';
import type { Editor } from '../../editor.ts';
import { missingNotesIn } from '../../model/noted-changes.ts';
import type { BlockPageData } from '../../page-data.ts';
import { type NotedChange, type TextInfo, type TextKey, textKeySchema } from '../../protocol.ts';
import { notesUrl, textUrl } from '../addresses.ts';
import type { EditorPage, Html } from '../layout.ts';
import { nameOfField, nameOfLanguage, titleOfText } from '../names.ts';
import { previewsOf } from '../preview/previews-of.ts';

/** The page of a block in all languages. Its script draws it. */
export function blockPage(editor: Editor, { kind, scope, name, block = '' }: Record<string, string>): EditorPage {
  const key = textKeySchema.parse({ kind, scope, name });
  const text = editor.text(key);
  const summary = text?.blocks.find(({ id }) => id === block);
  if (!text || !summary) return missingPage(key);
  const changes = editor.notedChanges(key).filter((change) => change.block === block);
  const data = blockPageData(editor, text, block, changes);
  // A "<" would end the script.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return {
    name: 'block',
    title: summary.type === 'field' ? nameOfField(summary.id) : summary.label,
    parent: { url: textUrl(key), title: titleOfText(text) },
    body: html`${changes.length ? notesLine(text, block, changes) : ''}
      <div id="block"></div>
      <script type="application/json" id="page-data">
        ${raw(json)}
      </script>`,
  };
}

/** Leads to the notes for readers about the changes of a block. */
function notesLine({ key, languages }: TextInfo, block: string, changes: NotedChange[]): Html {
  const missing = Object.keys(missingNotesIn(changes, languages)).map(nameOfLanguage);
  return html`<p class="notes-line">
    <a href="${notesUrl(key, block)}">What readers are told</a>
    <small>${changes.length} ${changes.length === 1 ? 'change' : 'changes'}</small>
    ${missing.length ? html`<span class="badge stale">no note: ${missing.join(', ')}</span>` : ''}
  </p>`;
}

/** Shown after an undo that took the block away, too. */
const missingPage = (key: TextKey): EditorPage => ({
  name: 'text',
  title: 'This block is gone',
  body: html`<p>
    ${key.name} has no such block.
    <a href="/text?${new URLSearchParams({ ...key }).toString()}">Choose another one</a>
  </p>`,
});

function blockPageData(editor: Editor, text: TextInfo, block: string, changes: NotedChange[]): BlockPageData {
  const { key } = text;
  const { site } = editor.workspace;
  const languages = editor.block(key, block);
  // The source language is the first.
  const source = required(languages[0], `${block} in a language`);
  return {
    text,
    block,
    languages,
    source: source.lang,
    previews: previewsOf(site, key),
    today: site.day,
    changeOfToday: changes.find(({ day }) => day === site.day),
    steps: editor.steps(),
    commits: editor.commits,
  };
}
