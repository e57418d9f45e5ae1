import { showStatus } from '../request.ts';
import type { Languages } from './language-fields.ts';

const KEY = 'after navigation';

let isReturning = false;

/** Whether the page is being loaded again by itself: unsaved work is there afterwards. */
export const returns = (): boolean => isReturning;

/** Opens a page, or the same again, which then shows a message and returns to a field. */
export function goTo(url: string, status: string, lang?: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ status, lang }));
  isReturning = new URL(url, location.href).href === location.href;
  if (isReturning) location.reload();
  else location.assign(url);
}

/** Shows what the page before has left to say, and goes to a field. @returns the message */
export function restoreView(fields: Languages): string {
  const { status, lang } = takeView();
  fields.focus(lang && fields.panels.has(lang) ? lang : fields.current);
  if (status) showStatus(status);
  return status;
}

/** What the page before has left to say. */
export const takeMessage = (): string => takeView().status;

function takeView(): { status: string; lang?: string } {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return { status: '', ...(stored ? (JSON.parse(stored) as { status?: string; lang?: string }) : {}) };
}
