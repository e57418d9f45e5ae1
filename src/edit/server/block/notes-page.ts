import { html } from 'hono/html';

import { UserError } from '../../../shared/user-error.ts';
import type { Editor } from '../../editor.ts';
import { missingNotesIn } from '../../model/noted-changes.ts';
import { type NotedChange, type TextInfo, textKeySchema } from '../../protocol.ts';
import { textUrl } from '../addresses.ts';
import type { EditorPage, Html } from '../layout.ts';
import { nameOfLanguage, nameOfScope, titleOfText } from '../names.ts';

/** Name of a day in English. */
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Notes for readers about the changes of a text, in all its languages. */
export function notesPage(editor: Editor, { kind, scope, name, block }: Record<string, string>): EditorPage {
  const key = textKeySchema.parse({ kind, scope, name });
  const text = editor.text(key);
  const changes = editor.notedChanges(key);
  if (!text || !changes.length)
    throw new UserError(`"${key.name}" for ${nameOfScope(editor.workspace.site, key.scope)} has no changes.`);
  const source = editor.workspace.site.folder.sourceLanguageOf(key.scope);
  return {
    name: 'notes',
    title: 'What readers are told',
    parent: { url: textUrl(key), title: titleOfText(text) },
    body: html`<p>
        Each change of meaning has a sentence for readers. Where a language lacks it, its readers see the one in
        ${nameOfLanguage(source)}.
      </p>
      <div class="notes" data-key="${JSON.stringify(key)}" data-block="${block ?? ''}" inert>
        ${changes.map((change) => changeForm(change, text, source))}
      </div>`,
  };
}

function changeForm(change: NotedChange, { blocks, languages }: TextInfo, source: string): Html {
  const { block, index } = change;
  const title = blocks.find(({ id }) => id === block)?.label ?? block;
  const missing = Object.keys(missingNotesIn([change], languages)).map(nameOfLanguage);
  return html`<details data-block="${block}" ${missing.length ? 'open' : ''}>
    <summary>
      <strong>${title}</strong> ${whenOf(change)}
      <span class="badge stale" ${missing.length ? '' : 'hidden'}>missing: ${missing.join(', ')}</span>
    </summary>
    <form data-change="${index}">
      ${[...new Set([source, ...languages])].map((lang) => noteField(lang, change.note[lang]))}
      <button class="primary">Save</button>
      <p class="answer" role="status"></p>
    </form>
  </details>`;
}

const noteField = (lang: string, note: string | undefined): Html =>
  html`<label class="labelled"
    ><span>${nameOfLanguage(lang)}</span>
    <input
      name="${lang}"
      lang="${lang}"
      dir="auto"
      value="${note ?? ''}"
      maxlength="300"
      ${note === undefined ? '' : 'required'}
  /></label>`;

/** @example '2 November 2026, in force from 2 December 2026, with a mail' */
function whenOf({ day, inForce, important, removed }: NotedChange): string {
  const dayOf = (date: string): string => dates.format(new Date(date));
  const parts = [
    `${removed ? 'Removed' : 'Changed'} on ${dayOf(day)}`,
    ...(inForce ? [`in force from ${dayOf(inForce)}`] : []),
    ...(important ? ['with a mail to every account'] : []),
  ];
  return parts.join(', ');
}
