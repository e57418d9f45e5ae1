import { html } from 'hono/html';

import type { Site } from '../../../site/editions/editions.ts';
import type { Editor } from '../../editor.ts';
import { textKeySchema, type TextSummary } from '../../protocol.ts';
import { isSame } from '../addresses.ts';
import type { EditorPage, Html } from '../layout.ts';
import { missingLanguages } from '../missing-languages.ts';
import { nameOfLanguage, nameOfScope, nameOfSource, titleOfText } from '../names.ts';

/** Forms for a new article, a copy of a text, and a new language. A text in the address is chosen in them. */
export function newPage(editor: Editor, { kind, scope, name }: Record<string, string>): EditorPage {
  const { data: key } = textKeySchema.safeParse({ kind, scope, name });
  const { site, scopes } = editor.workspace;
  const all = editor.overview();
  const chosen = key && all.find((text) => isSame(text.key, key));
  const missing = chosen ? missingLanguages(editor.workspace, chosen) : [];
  return {
    name: 'new',
    title: 'New',
    body: html`<p>
        Each form makes the files. Languages that you do not write yet start with the text in ${nameOfSource(site)},
        marked as older.
      </p>
      <div class="forms" inert>
        ${chosen && missing.length ? translationForm(chosen, missing) : ''} ${articleForm(site, scopes)}
        ${copyForm(site, all, scopes, chosen)} ${languageForm()}
      </div>`,
  };
}

const articleForm = (site: Site, scopes: ReadonlyMap<string, string[]>): Html =>
  html`<form id="article" aria-labelledby="article-title">
    <h2 id="article-title">An article</h2>
    ${field(`Title in ${nameOfSource(site)}`, html`<input name="title" required maxlength="200" />`)}
    ${field(
      'Address',
      html`<input
          name="name"
          required
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="Lower-case letters, digits and hyphens"
          maxlength="200"
          autocomplete="off"
          aria-describedby="address-hint"
        />
        <small id="address-hint"
          >Lower-case letters, digits and hyphens, as in first-conversation. It never changes.</small
        >`,
    )}
    ${field(
      'Description for search engines',
      html`<textarea
          name="description"
          required
          minlength="50"
          maxlength="200"
          rows="2"
          aria-describedby="description-hint"
        ></textarea>
        <small id="description-hint">One sentence of 50 to 200 characters.</small>`,
    )}
    ${field('Day of publication', html`<input type="date" name="date" required value="${site.day}" />`)}
    ${field(`Text in ${nameOfSource(site)}`, html`<textarea name="body" required rows="6"></textarea>`)}
    ${field('Shown on', scopeSelect(site, [...scopes.keys()]))} ${languageBoxes(scopes)}
    <label class="check"><input type="checkbox" name="draft" value="true" /> Draft: not published yet</label>
    <button class="primary">Make the article</button>
    <p class="answer" role="status"></p>
  </form>`;

function copyForm(
  site: Site,
  all: TextSummary[],
  scopes: ReadonlyMap<string, string[]>,
  chosen: TextSummary | undefined,
): Html {
  const sources = all.filter(({ key }) => key.kind === 'document' || (chosen && isSame(key, chosen.key)));
  return html`<form id="copy" aria-labelledby="copy-title">
    <h2 id="copy-title">A text of its own for a brand or host</h2>
    <p>It begins as a copy, and its sites show it instead.</p>
    ${field(
      'Copy of',
      html`<select name="from" required>
        ${sources.map(
          (text) =>
            html`<option
              value="${JSON.stringify(text.key)}"
              ${chosen && isSame(chosen.key, text.key) ? 'selected' : ''}
            >
              ${titleOfText(text)} · ${nameOfScope(site, text.key.scope)}
            </option>`,
        )}
      </select>`,
    )}
    ${field(
      'For',
      scopeSelect(
        site,
        [...scopes.keys()].filter((scope) => scope !== 'shared'),
      ),
    )}
    ${languageBoxes(scopes)}
    <button class="primary">Make the copy</button>
    <p class="answer" role="status"></p>
  </form>`;
}

const translationForm = ({ key, title }: TextSummary, missing: string[]): Html =>
  html`<form id="translation" aria-labelledby="translation-title" data-key="${JSON.stringify(key)}">
    <h2 id="translation-title">“${titleOfText({ key, title })}” in more languages</h2>
    <fieldset>
      <legend>Languages</legend>
      ${missing.map((lang) => languageBox(lang))}
    </fieldset>
    <button class="primary">Add the languages</button>
    <p class="answer" role="status"></p>
  </form>`;

const languageForm = (): Html =>
  html`<form id="language" aria-labelledby="language-title">
    <h2 id="language-title">A language</h2>
    <p>Makes every text in it. A site shows it when its host has it, which docs/add-a-host.md explains.</p>
    ${field(
      'Language',
      html`<input
          name="lang"
          required
          pattern="[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"
          title="A tag such as it or pt-BR"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="language-hint"
        />
        <small id="language-hint">Its tag, such as it for Italian or pt-BR for Portuguese of Brazil.</small>`,
    )}
    <button class="primary">Add the language</button>
    <p class="answer" role="status"></p>
  </form>`;

const field = (label: string, control: Html): Html =>
  html`<label class="labelled"><span>${label}</span> ${control}</label>`;

const scopeSelect = (site: Site, scopes: string[]): Html =>
  html`<select name="scope">
    ${scopes.map((scope) => html`<option value="${scope}">${nameOfScope(site, scope)}</option>`)}
  </select>`;

/** The boxes of all languages. The script shows those of the chosen sites. */
const languageBoxes = (scopes: ReadonlyMap<string, string[]>): Html =>
  html`<fieldset data-scopes="${JSON.stringify(Object.fromEntries(scopes))}">
    <legend>Languages</legend>
    ${(scopes.get('shared') ?? []).map((lang) => languageBox(lang))}
  </fieldset>`;

const languageBox = (lang: string): Html =>
  html`<label class="check"
    ><input type="checkbox" name="languages" value="${lang}" checked /> ${nameOfLanguage(lang)}</label
  >`;
