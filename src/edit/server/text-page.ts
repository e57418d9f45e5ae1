import { html } from 'hono/html';

import { UserError } from '../../shared/user-error.ts';
import type { Site } from '../../site/editions/editions.ts';
import { blockUrl } from '../browser/block/block-list.ts';
import type { Editor } from '../editor.ts';
import { type BlockSummary, type TextInfo, type TextKey, textKeySchema } from '../protocol.ts';
import { notesUrl } from './addresses.ts';
import type { EditorPage, Html } from './layout.ts';
import { missingLanguages } from './missing-languages.ts';
import { nameOfField, nameOfLanguage, nameOfScope, titleOfText } from './names.ts';
import { previewsOf } from './preview/previews-of.ts';

/** The blocks of a text, its front matter, and the pages that show it. */
export function textPage(editor: Editor, { kind, scope, name }: Record<string, string>): EditorPage {
  const { site } = editor.workspace;
  const key = textKeySchema.parse({ kind, scope, name });
  const text = editor.text(key);
  if (!text) throw new UserError(`There is no text "${key.name}" for ${nameOfScope(site, key.scope)} any more.`);
  const fields = text.blocks.filter(({ type }) => type === 'field');
  const blocks = text.blocks.filter(({ type }) => type !== 'field');
  return {
    name: 'text',
    title: titleOfText(text),
    parent: { url: '/', title: 'Texts' },
    body: html`<p>${nameOfScope(site, key.scope)} · ${text.languages.map(nameOfLanguage).join(', ')}</p>
      ${key.kind === 'words' ? '' : html`<p class="actions">${links(editor, text)}</p>`}
      <div class="text-page">
        ${
          fields.length
            ? html`<section aria-labelledby="fields-title">
                <h2 id="fields-title">About the text</h2>
                <ul class="blocks">
                  ${fields.map((block) => item(key, block))}
                </ul>
              </section>`
            : ''
        }
        <section aria-labelledby="blocks-title">
          <h2 id="blocks-title">${blocks.length} ${key.kind === 'words' ? 'words' : 'blocks'}</h2>
          <ul class="blocks">
            ${blocks.map((block) => item(key, block))}
          </ul>
        </section>
        ${key.kind === 'words' ? '' : shownOn(site, key)}
      </div>`,
  };
}

/** Forms that begin with this text. */
function links(editor: Editor, text: TextInfo): Html {
  const { kind, scope, name } = text.key;
  const query = new URLSearchParams({ kind, scope, name }).toString();
  return html`<a href="/new?${query}#copy">Make a copy for a brand or host</a>
    ${missingLanguages(editor.workspace, text).length ? html`<a href="/new?${query}#translation">Add a language</a>` : ''}
    ${editor.notedChanges(text.key).length ? html`<a href="${notesUrl(text.key)}">What readers are told</a>` : ''}`;
}

const item = (key: TextKey, { id, label, type, stale, problems }: BlockSummary): Html =>
  html`<li>
    <a href="${blockUrl(key, id)}">${type === 'field' ? nameOfField(id) : label}</a>
    ${type === 'named' ? html`<code>#${id}</code>` : ''}
    ${stale.length ? html`<span class="badge stale">older: ${stale.join(', ')}</span>` : ''}
    ${problems ? html`<span class="badge wrong">${problems} ${problems === 1 ? 'problem' : 'problems'}</span>` : ''}
  </li>`;

function shownOn(site: Site, key: TextKey): Html {
  const pages = previewsOf(site, key);
  return html`<section aria-labelledby="sites-title">
    <h2 id="sites-title">Shown on ${pages.length} ${pages.length === 1 ? 'site' : 'sites'}</h2>
    <details>
      <summary>Which sites</summary>
      <ul>
        ${pages.map(
          ({ host, lang, path }) =>
            html`<li>
              <a href="/preview?${new URLSearchParams({ host, lang, path }).toString()}" target="_blank"
                >${host}${path}</a
              >
              ${nameOfLanguage(lang)}
            </li>`,
        )}
      </ul>
    </details>
  </section>`;
}
