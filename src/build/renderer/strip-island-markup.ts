import { type HtmlElement, readHtml } from '../../shared/read-html.ts';

/** A page without what Astro puts into it for islands and the page is better without. */
export function tidyIslands(html: string): string {
  if (!html.includes('<astro-island')) return html;
  let tidied = '';
  let position = 0;
  for (const element of readHtml(html).elements) {
    tidied += html.slice(position, element.start) + tidy(element, html);
    position = element.end;
  }
  return tidied + html.slice(position);
}

function tidy({ name, text, start, end }: HtmlElement, html: string): string {
  const source = html.slice(start, end);
  // In `src/styles/forms.css` it stands where HTML allows a style.
  if (name === 'style' && text.startsWith('astro-island')) return '';
  if (name !== 'astro-island') return source;
  // The first is of use in development only; it is a hash of all that the island shows, names of brands included, and names are put in
  // later. Astro reads the second, and `client:interaction` takes no options.
  return source.replace(/ uid="\w+"/, '').replace(/ opts="[^"]*"/, ' opts="{}"');
}
