/** What Astro puts into a page for its islands that the page is better without. */
const LEFTOVERS: [found: RegExp, instead: string][] = [
  // In `src/styles/forms.css` it stands where HTML allows a style.
  [/<style>astro-island[^<]*<\/style>/, ''],
  // Of use in development only; it is a hash of all that the island shows, names of brands included, and names are put in later.
  [/ uid="\w+"/g, ''],
  // Astro reads it, and `client:wanted` takes no options.
  [/ opts="[^"]*"/g, ' opts="{}"'],
];

/** A page without them. */
export function tidyIslands(html: string): string {
  return LEFTOVERS.reduce((text, [found, instead]) => text.replace(found, instead), html);
}
