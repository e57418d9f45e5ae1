import { showStatus } from '../request.ts';
import type { Languages } from './language-fields.ts';

const KEY = 'after navigation';

/** Whether the page is being loaded again by itself: unsaved work is there afterwards. */
export const returns = (): boolean => readView().isReturning;

/** Opens a page, or the same again, which then shows a message and returns to a field. */
export function goTo(url: string, status: string, lang?: string): void {
  const isReturning = new URL(url, location.href).href === location.href;
  sessionStorage.setItem(KEY, JSON.stringify({ status, lang, isReturning }));
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

interface View {
  status: string;
  lang?: string;
  isReturning: boolean;
}

function takeView(): View {
  const view = readView();
  sessionStorage.removeItem(KEY);
  return view;
}

const readView = (): View => ({
  status: '',
  isReturning: false,
  ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<View>),
});
