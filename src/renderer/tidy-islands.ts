/** What Astro puts into a page for its islands that the page is better without. */
const LEFTOVERS = [
  // In `src/styles/forms.css` it stands where HTML allows a style.
  /<style>astro-island[^<]*<\/style>/,
  // Of use in development only; it is a hash of all that the island shows, names of brands included, and names are put in later.
  / uid="\w+"/g,
];

/** A page without them. */
export function tidyIslands(html: string): string {
  return LEFTOVERS.reduce((text, leftover) => text.replace(leftover, ''), html);
}
