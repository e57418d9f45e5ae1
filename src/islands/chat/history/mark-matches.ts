import { findMatches } from './find-matches.ts';

/** Name of the highlight in history.css. */
const NAME = 'match';

/** Marks a text in all messages of the page, also in those that appear later. @returns a function that removes the marks */
export function markMatches(query: string): () => void {
  const log = document.querySelector('[role=log]');
  // Older browsers show only the row that was jumped to.
  if (!log || !('highlights' in CSS)) return () => {};
  const mark = (): void => {
    const ranges = [...log.querySelectorAll('.said')].flatMap(({ firstChild }) =>
      firstChild instanceof Text
        ? findMatches(firstChild.data, query).map(([from, to]) => rangeOf(firstChild, from, to))
        : [],
    );
    CSS.highlights.set(NAME, new Highlight(...ranges));
  };
  const observer = new MutationObserver(mark);
  observer.observe(log, { childList: true, subtree: true });
  mark();
  return () => {
    observer.disconnect();
    CSS.highlights.delete(NAME);
  };
}

function rangeOf(text: Text, from: number, to: number): Range {
  const range = new Range();
  range.setStart(text, from);
  range.setEnd(text, to);
  return range;
}
