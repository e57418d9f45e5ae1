import { element } from '../../../browser/element.ts';
import { Refusal } from '../request.ts';
import { t } from '../words.ts';
import { buttonLine } from './form.ts';
import { type Shortcut, setViewKeys } from './keys.ts';

/** The view below the tabs of the page. */
export interface View {
  title: string;
  content: (Node | string)[];
  keys?: Shortcut[];
  /** Element that receives the focus. @default the title */
  focus?: HTMLElement | undefined;
  /** Called when another view takes its place. */
  leave?: (() => void) | undefined;
}

/** The element that shows the view. */
export const stage = element('div', { class: 'stage' });

/** A line that tells screen readers, too, the result of an action. */
export const status = element('p', { role: 'status' });

let loadNumber = 0;
/** Text of the status when the open view was shown. */
let shownStatus = '';
let openView: View | undefined;

/**
 * Shows a view once it is loaded. A view that was asked for before and comes later is dropped.
 * @param takesFocus false for the first view, where nobody has pressed a key yet
 */
export async function show(load: () => Promise<View>, takesFocus = true): Promise<void> {
  loadNumber += 1;
  const own = loadNumber;
  stage.ariaBusy = 'true';
  const view = await load().catch((error: unknown) => failed(error, load));
  if (own !== loadNumber) return view.leave?.();
  openView?.leave?.();
  openView = view;
  stage.ariaBusy = null;
  // The status stays for the next view, then goes.
  if (status.textContent === shownStatus) status.textContent = '';
  shownStatus = status.textContent;
  const title = element('h2', { tabindex: '-1' }, view.title);
  stage.replaceChildren(title, ...view.content);
  setViewKeys(view.keys ?? []);
  if (takesFocus) (view.focus ?? title).focus();
}

function failed(error: unknown, load: () => Promise<View>): View {
  if (!(error instanceof Refusal)) throw error;
  return {
    title: t('moderation.failed'),
    content: [
      element('p', { class: 'error', role: 'alert' }, error.message),
      buttonLine(t('moderation.again'), () => show(load)),
    ],
  };
}
