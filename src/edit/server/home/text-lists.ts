import { html } from 'hono/html';

import type { Site } from '../../../site/editions/editions.ts';
import type { TextSummary } from '../../protocol.ts';
import { textUrl } from '../addresses.ts';
import type { Html } from '../layout.ts';
import { nameOfLanguage, nameOfScope, titleOfText } from '../names.ts';

const HEADINGS = { document: 'Documents', article: 'Articles', words: 'Interface' } as const;

/** The texts of all sites, and links to those of a brand or host. */
export function textsByScope(site: Site, all: TextSummary[]): Html {
  const scopes = Map.groupBy(all, ({ key }) => key.scope);
  const shared = scopes.get('shared') ?? [];
  scopes.delete('shared');
  return html`<section aria-labelledby="shared">
      <h2 id="shared">All sites</h2>
      ${textList(shared)}
    </section>
    ${
      scopes.size
        ? html`<section aria-labelledby="scopes">
            <h2 id="scopes">Brands and hosts with texts of their own</h2>
            <ul class="scopes">
              ${[...scopes].map(
                ([scope, found]) =>
                  html`<li>
                    <a href="/?${new URLSearchParams({ scope }).toString()}">${nameOfScope(site, scope)}</a>
                    <small>${found.length} ${found.length === 1 ? 'text' : 'texts'}</small>
                  </li>`,
              )}
            </ul>
          </section>`
        : ''
    }`;
}

/** Texts of a scope by kind. */
export const textList = (texts: TextSummary[]): Html =>
  html`<div class="texts">
    ${(['document', 'article', 'words'] as const).map((kind) => {
      const found = texts.filter(({ key }) => key.kind === kind);
      if (!found.length) return '';
      return html`<section>
        <h3>${HEADINGS[kind]}</h3>
        <ul>
          ${found.map(textItem)}
        </ul>
      </section>`;
    })}
  </div>`;

function textItem(text: TextSummary): Html {
  const stale = Object.entries(text.stale);
  return html`<li>
    <a href="${textUrl(text.key)}">${titleOfText(text)}</a>
    <small>${countOf(text.languages)}</small>
    ${
      stale.length
        ? html`<span class="badge stale">${stale.map(([lang, count]) => `${lang} ${count}`).join(', ')} older</span>`
        : ''
    }
  </li>`;
}

const countOf = ([first, ...others]: string[]): string =>
  first && !others.length ? nameOfLanguage(first) : `${others.length + (first ? 1 : 0)} languages`;
