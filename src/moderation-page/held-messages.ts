import { button, element } from '../browser/element.ts';
import type { HeldMessage } from '../contract/moderation/protocol.ts';
import { badge, spaced } from './badge.ts';
import { blurredTexts } from './blur.ts';
import { alertLine, attempt } from './form.ts';
import { currentItem, listKeys, removeItem } from './list.ts';
import { ask } from './request.ts';
import { stage, status, type View } from './stage.ts';
import { formatAge, roomName, t, time } from './words.ts';

/** The messages that word lists hold back. */
export async function heldMessagesView(): Promise<View> {
  const { messages } = await ask('heldMessages', {});
  const texts = blurredTexts();
  const line = alertLine();
  const list = element('ol', { class: 'entries' });
  const decide = (item: HTMLElement | undefined, release: boolean): Promise<unknown> =>
    attempt(line, async () => {
      if (!item) return;
      await ask('decideHeldMessage', { id: item.dataset.item!, release });
      removeItem(list, item, stage.querySelector('h2')!);
      status.textContent = t(release ? 'moderation.released' : 'moderation.refused');
      stage.dispatchEvent(new Event('worked', { bubbles: true }));
    });
  const entry = ({ id, room, lang, text, words, dueAt }: HeldMessage): HTMLElement => {
    const item: HTMLElement = element(
      'div',
      { 'data-item': id, tabindex: '-1' },
      element('p', { lang }, texts.text(text)),
      element('p', { lang }, ...spaced(words.map((word) => texts.text(word))).map(asBadge)),
      element(
        'p',
        { class: 'quiet' },
        roomName(room),
        ' · ',
        ...(dueAt < Date.now() ? [badge(t('moderation.overdue'), true), ' '] : []),
        time(dueAt, t('moderation.due', { when: formatAge(dueAt) })),
      ),
      element(
        'p',
        { class: 'buttons' },
        button(t('moderation.release'), () => decide(item, true), { class: 'button quiet' }),
        button(t('moderation.refuse'), () => decide(item, false), { class: 'button quiet' }),
      ),
    );
    return item;
  };
  list.append(...messages.map((message) => element('li', {}, entry(message))));
  const act = (key: string, release: boolean) => ({
    key,
    label: t(release ? 'moderation.release' : 'moderation.refuse'),
    act: () => decide(currentItem(list), release),
  });
  return {
    title: t('moderation.tab.held'),
    content: messages.length
      ? [element('p', {}, texts.switchButton), line, list]
      : [element('p', {}, t('moderation.nothing'))],
    keys: [...listKeys(list), texts.shortcut, act('r', true), act('x', false)],
    focus: list.querySelector<HTMLElement>('[data-item]') ?? undefined,
  };
}

const asBadge = (word: Node | string): Node | string => {
  if (word instanceof HTMLElement) word.classList.add('badge');
  return word;
};
