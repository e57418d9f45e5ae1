import type { HtmlElement } from '../../shared/text/read-html.ts';

/** Whether an element is markup of Astro that pages with islands do not need. */
export const isNeedless = ({ name, text }: HtmlElement): boolean =>
  // HTML allows no style here; `src/styles/forms.css` has the rule.
  (name === 'style' && text.startsWith('astro-island')) ||
  // `src/islands/island-element.ts` takes the place of Astro's scripts.
  (name === 'script' && /astro:interaction|astro-retry/.test(text));

/** The start tag of an island without attributes that only Astro's own element reads. */
export const stripIslandTag = (tag: string): string =>
  tag.replaceAll(/ (?:uid|component-export|client|opts)="[^"]*"| await-children(?:="")?/g, '');
