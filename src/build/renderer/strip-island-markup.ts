import { type HtmlElement, readHtml } from '../../shared/read-html.ts';

/** Removes markup of Astro that pages with islands do not need. */
export function stripIslandMarkup(html: string): string {
  if (!html.includes('<astro-island')) return html;
  let stripped = '';
  let position = 0;
  for (const element of readHtml(html).elements) {
    stripped += html.slice(position, element.start) + strip(element, html);
    position = element.end;
  }
  return stripped + html.slice(position);
}

function strip({ name, text, start, end }: HtmlElement, html: string): string {
  const source = html.slice(start, end);
  // HTML allows no style here; `src/styles/forms.css` has the rule.
  if (name === 'style' && text.startsWith('astro-island')) return '';
  // `src/islands/island-element.ts` takes the place of Astro's scripts.
  if (name === 'script' && /astro:interaction|astro-retry/.test(text)) return '';
  if (name !== 'astro-island') return source;
  // Only development uses `uid`, a hash of the island's props: it differs between editions of one template. Astro parses `opts`, but
  // `client:interaction` has no options.
  return source.replace(/ uid="\w+"/, '').replace(/ opts="[^"]*"/, ' opts="{}"');
}
