import { badgeText } from '../state/unread.ts';

/** The title of the page as it was built. */
let original: string | undefined;
let count = 0;
let notice: string | undefined;

/** Shows the number of unread messages in the title of the page; 0 shows none. */
export function setTitleCount(unread: number): void {
  count = unread;
  update();
}

/** Replaces the words of the title, without the number; `undefined` restores them. */
export function setTitleNotice(text: string | undefined): void {
  notice = text;
  update();
}

function update(): void {
  original ??= document.title;
  document.title = `${count ? `(${badgeText(count)}) ` : ''}${notice ?? original}`;
}
