import { html } from 'hono/html';

import { required } from '../../../shared/required.ts';
import type { Site } from '../../../site/editions/editions.ts';
import { blockUrl } from '../../browser/block/block-list.ts';
import type { Editor } from '../../editor.ts';
import type { Match } from '../../model/search.ts';
import type { TextSummary } from '../../protocol.ts';
import { notesUrl, textUrl } from '../addresses.ts';
import type { EditorPage, Html } from '../layout.ts';
import { nameOfField, nameOfLanguage, nameOfScope, nameOfSource, titleOfText } from '../names.ts';
import { savedSinceBuild } from './saved-since-build.ts';
import { textsByScope, textList } from './text-lists.ts';

const MAX_MATCHES = 100;

/** More are counted. */
const MAX_SAVED = 12;

/** What is to be done, and all texts; with `q`, `lang` or `scope` a part of them. */
export function homePage(editor: Editor, { q = '', lang, scope }: Record<string, string>): EditorPage {
  if (q.trim()) return { name: 'home', title: `Search: ${q.trim()}`, body: html`${search(q)} ${matchList(editor, q)}` };
  const { site } = editor.workspace;
  const all = editor.overview();
  if (lang)
    return {
      name: 'home',
      title: `Older than ${nameOfSource(site)}: ${nameOfLanguage(lang)}`,
      body: staleList(editor, all, lang),
    };
  if (scope) {
    const found = all.filter(({ key }) => key.scope === scope);
    return { name: 'home', title: nameOfScope(site, scope), body: html`${search('')} ${textList(found)}` };
  }
  return { name: 'home', title: 'Texts', body: html`${search('')} ${toDo(editor, all)} ${textsByScope(site, all)}` };
}

const search = (q: string): Html =>
  html`<form role="search" class="search">
    <label>
      <span>Search all texts in all languages</span>
      <input type="search" name="q" value="${q}" aria-keyshortcuts="/" />
    </label>
    <button>Search</button>
  </form>`;

function toDo({ workspace }: Editor, all: TextSummary[]): Html {
  const languages = all.flatMap((text) => [...Object.keys(text.stale), ...Object.keys(text.missingNotes)]);
  const stale = [...new Set(languages)].toSorted().map((lang) => ({
    lang,
    blocks: all.reduce((sum, text) => sum + (text.stale[lang] ?? 0), 0),
    notes: all.reduce((sum, text) => sum + (text.missingNotes[lang] ?? 0), 0),
  }));
  const saved = savedSinceBuild(workspace, all);
  return html`<div class="to-do">
    <section aria-labelledby="stale">
      <h2 id="stale">Older than ${nameOfSource(workspace.site)}</h2>
      ${
        stale.length
          ? html`<ul>
              ${stale.map(
                ({ lang, blocks, notes }) =>
                  html`<li>
                    <a href="/?${new URLSearchParams({ lang }).toString()}">${nameOfLanguage(lang)}</a>
                    ${badge(blocks, 'block')} ${badge(notes, 'missing note')}
                  </li>`,
              )}
            </ul>`
          : html`<p>Every translation matches its original.</p>`
      }
    </section>
    <section aria-labelledby="mistakes">
      <h2 id="mistakes">Mistakes</h2>
      <ul id="problems" hidden></ul>
      <p id="problems-state" role="status">Looking for mistakes …</p>
    </section>
    <section aria-labelledby="saved">
      <h2 id="saved">Saved since the last build</h2>
      ${savedList(workspace.site, saved)}
      <p><a href="/publish">Publish</a></p>
    </section>
  </div>`;
}

const badge = (count: number, name: string): Html | '' =>
  count ? html`<span class="badge stale">${count} ${count === 1 ? name : `${name}s`}</span>` : '';

function savedList(site: Site, saved: ReturnType<typeof savedSinceBuild>): Html {
  if (!saved) return html`<p>The site was not built here yet.</p>`;
  if (!saved.length) return html`<p>Nothing.</p>`;
  const more = saved.length - MAX_SAVED;
  return html`<ul>
      ${saved.slice(0, MAX_SAVED).map(
        ({ text, languages }) =>
          html`<li>
            <a href="${textUrl(text.key)}">${titleOfText(text)}</a>
            <small>${nameOfScope(site, text.key.scope)} · ${languageNames(languages, text)}</small>
          </li>`,
      )}
    </ul>
    ${more > 0 ? html`<p>and ${more} more</p>` : ''}`;
}

const languageNames = (languages: string[], text: TextSummary): string =>
  languages.length > 1 && languages.length === text.languages.length
    ? 'all languages'
    : languages.map(nameOfLanguage).join(', ');

function staleList(editor: Editor, all: TextSummary[], lang: string): Html {
  const { site } = editor.workspace;
  const stale = all.filter((text) => text.stale[lang] ?? text.missingNotes[lang]);
  const blocksOf = ({ key }: TextSummary) =>
    required(editor.text(key), key.name).blocks.filter((block) => block.stale.includes(lang));
  if (!stale.length) return html`<p>Every translation matches its original.</p>`;
  return html`${stale.map(
    (text) =>
      html`<section>
        <h2>
          <a href="${textUrl(text.key)}">${titleOfText(text)}</a> <small>${nameOfScope(site, text.key.scope)}</small>
        </h2>
        <ul>
          ${blocksOf(text).map(({ id, label }) => html`<li><a href="${blockUrl(text.key, id)}">${label}</a></li>`)}
          ${
            text.missingNotes[lang]
              ? html`<li>
                  <a href="${notesUrl(text.key)}">What readers are told</a>
                  ${badge(text.missingNotes[lang], 'missing note')}
                </li>`
              : ''
          }
        </ul>
      </section>`,
  )}`;
}

function matchList(editor: Editor, q: string): Html {
  const matches = editor.search(q, MAX_MATCHES);
  if (!matches.length) return html`<p role="status">No text has these words.</p>`;
  const count = matches.length === MAX_MATCHES ? `The first ${MAX_MATCHES} blocks` : `${matches.length} found`;
  return html`<p role="status">${count}</p>
    <ul class="matches">
      ${matches.map((match) => matchItem(editor.workspace.site, match))}
    </ul>`;
}

const matchItem = (site: Site, { key, lang, block, before, found, after }: Match): Html =>
  html`<li>
    <a href="${blockUrl(key, block)}"
      >${titleOfText({ key, title: key.name })} · ${block.startsWith('field:') ? nameOfField(block) : block}</a
    >
    <small>${nameOfLanguage(lang)} · ${nameOfScope(site, key.scope)}</small>
    <p lang="${lang}" dir="auto">${before}<mark>${found}</mark>${after}</p>
  </li>`;
