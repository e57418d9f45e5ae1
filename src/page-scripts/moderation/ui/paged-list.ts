import { button, element } from '../../../browser/element.ts';
import type { ListPage } from '../../../contract/moderation/protocol.ts';
import { t } from '../words.ts';
import { alertLine, attempt } from './form.ts';

/** A list, latest first, with a button for older entries. */
export async function pagedList<Entry extends { at: number }>(
  read: (before: number | undefined) => Promise<ListPage<Entry>>,
  show: (entry: Entry) => HTMLElement,
) {
  const list = element('ol', { class: 'entries' });
  const line = alertLine();
  let before: number | undefined;
  const add = async (): Promise<void> => {
    const { entries, hasOlder } = await read(before);
    const items = entries.map((entry) => element('li', { tabindex: '-1' }, show(entry)));
    list.append(...items);
    // The button with the focus may go.
    if (before !== undefined && !hasOlder) items[0]?.focus();
    older.hidden = !hasOlder;
    before = entries.at(-1)?.at;
  };
  const older = button(t('moderation.older'), () => attempt(line, add), { class: 'button quiet' });
  await add();
  const content = list.childElementCount ? [list, line, older] : [element('p', {}, t('moderation.nothing'))];
  return { list, content };
}
