import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Escaped HTML, or text that is escaped where it is inserted. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A page of the editor. */
export interface EditorPage {
  /** Name of its script in `src/edit/browser/main.ts`. */
  name: string;
  title: string;
  /** The page above this page. */
  parent?: { url: string; title: string };
  /** Parts that do nothing without the script are `inert` until it has started. */
  body: Html;
}

/** Random values that only a page of the editor knows. */
interface PageSecrets {
  token: string;
  /** Permission for styles that a script of the page adds. */
  nonce: string;
}

const LINKS = { '/': 'Texts', '/new': 'New', '/publish': 'Publish' };

/** Head, navigation and scripts that all pages of the editor share. */
export const layout = ({ name, title, parent, body }: EditorPage, path: string, { token, nonce }: PageSecrets): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="edit-token" content="${token}" />
        <title>${title} | Editor</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/edit.css" nonce="${nonce}" />
        <script type="module" src="/assets/main.js"></script>
      </head>
      <body data-page="${name}">
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <nav aria-label="Editor">
            ${Object.entries(LINKS).map(
              ([href, text]) => html`<a href="${href}" ${href === path ? html` aria-current="page"` : ''}>${text}</a>`,
            )}
          </nav>
          <p id="status" role="status"></p>
        </header>
        <main id="content" tabindex="-1" aria-busy="true">
          ${parent ? html`<p><a href="${parent.url}">${parent.title}</a></p>` : ''}
          <h1>${title}</h1>
          ${body}
          <noscript><p class="problem">The editor needs JavaScript to save.</p></noscript>
        </main>
      </body>
    </html> `;
