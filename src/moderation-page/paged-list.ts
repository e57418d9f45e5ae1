import { button, element } from '../browser/element.ts';
import { alertLine, attempt } from './form.ts';
import { t } from './words.ts';

/** A list, latest first, with a button for older entries. */
export async function pagedList<Entry extends { at: number }>(
  read: (before: number | undefined) => Promise<Entry[]>,
  show: (entry: Entry) => HTMLElement,
): Promise<{ list: HTMLElement; content: HTMLElement[] }> {
  const list = element('ol', { class: 'entries' });
  const line = alertLine();
  let before: number | undefined;
  const add = async (): Promise<void> => {
    const entries = await read(before);
    const items = entries.map((entry) => element('li', {}, show(entry)));
    list.append(...items);
    older.hidden = !entries.length;
    before = entries.at(-1)?.at;
  };
  const older = button(t('moderation.older'), () => attempt(line, add), { class: 'button quiet' });
  await add();
  const content = list.childElementCount ? [list, line, older] : [element('p', {}, t('moderation.nothing'))];
  return { list, content };
}
