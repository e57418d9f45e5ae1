interface Mark {
  /** Id of a rule or section; other blocks are found by their text. */
  id: string;
  /** Markdown of the block. */
  text: string;
  mayScroll: boolean;
}

/** Marks a block in the preview, and scrolls to it where it is out of sight. */
export function markBlock(document: Document, { id, text, mayScroll }: Mark): void {
  for (const old of document.querySelectorAll<HTMLElement>('[data-edited]')) {
    delete old.dataset['edited'];
    old.style.outline = '';
  }
  const found = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`) ?? elementWith(document, text);
  if (!found) return;
  found.dataset['edited'] = '';
  found.style.outline = '3px solid #d98a00';
  found.style.outlineOffset = '4px';
  const { top, bottom } = found.getBoundingClientRect();
  const { innerHeight, scrollY } = document.defaultView!;
  // `scrollIntoView` would scroll the editor, too.
  if (mayScroll && (top < 0 || bottom > innerHeight))
    document.defaultView!.scrollTo(0, scrollY + top - Math.max(16, (innerHeight - (bottom - top)) / 2));
}

/** The smallest element that begins with the first words of a text. */
function elementWith(document: Document, text: string): HTMLElement | undefined {
  const words = wordsOf(text.replaceAll(/\]\([^)]*\)|\{\w+\}.*/g, '')).slice(0, 40);
  if (words.length < 3) return undefined;
  return [...document.body.querySelectorAll<HTMLElement>('main *')].findLast((candidate) =>
    wordsOf(candidate.textContent).startsWith(words),
  );
}

/** Letters and digits of a text, without its markup and spaces. */
const wordsOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
