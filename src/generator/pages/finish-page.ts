import { type HtmlElement, readHtml } from '../../shared/text/read-html.ts';
import { type RenderedPageFacts, readPageFacts } from './page-facts.ts';
import { styleOf } from './style-of.ts';

/**
 * Makes the published page of a rendered page, and reads its facts. Every stylesheet is inlined, so that a page needs one request for its
 * first paint. Astro can do that too, but then every page would carry twice its length in styles through the renderer.
 * @param file below the edition's root
 */
export function finishPage(file: string, rendered: string): { html: string; facts: RenderedPageFacts } {
  const { elements, comments } = readHtml(rendered);
  let html = '';
  let position = 0;
  for (const element of elements) {
    const replacement = replacementOf(element, rendered);
    if (replacement === undefined) continue;
    html += rendered.slice(position, element.start) + replacement;
    position = element.end;
  }
  const facts = readPageFacts(file, { elements: elements.filter((element) => !isNeedless(element)), comments });
  return { html: html + rendered.slice(position), facts };
}

/** @returns undefined for an element that stays */
function replacementOf(element: HtmlElement, rendered: string): string | undefined {
  if (isNeedless(element)) return '';
  if (element.name === 'astro-island') return stripIslandTag(rendered.slice(element.start, element.end));
  const style = element.name === 'link' ? styleOf(element) : undefined;
  return style && `<style>${style}</style>`;
}

/** Whether an element is markup of Astro that pages with islands do not need. */
const isNeedless = ({ name, text }: HtmlElement): boolean =>
  // HTML allows no style here; `src/styles/forms.css` has the rule.
  (name === 'style' && text.startsWith('astro-island')) ||
  // `src/islands/island-element.ts` takes the place of Astro's scripts.
  (name === 'script' && /astro:interaction|astro-retry/.test(text));

/** The start tag of an island without attributes that only Astro's own element reads. */
const stripIslandTag = (tag: string): string =>
  tag.replaceAll(/ (?:uid|component-export|client|opts)="[^"]*"| await-children(?:="")?/g, '');
