import { element } from '../../browser/element.ts';
import type { Me } from '../../contract/moderation/me.ts';
import { FACTS_MAX, type HeldMessage } from '../../contract/moderation/protocol.ts';
import { ask } from './request.ts';
import { ruleSelect } from './rule-select.ts';
import { badge, spaced } from './ui/badge.ts';
import { blurredTexts } from './ui/blurred-texts.ts';
import { alertLine, attempt, buttonLine, field, form, textOf } from './ui/form.ts';
import { currentItem, listKeys, removeItem } from './ui/list.ts';
import { stage, status, type View } from './ui/stage.ts';
import { formatAge, roomName, t, time } from './words.ts';

/** The messages that word lists hold back. */
export async function heldMessagesView(me: Me): Promise<View> {
  const { messages } = await ask('heldMessages', {});
  const texts = blurredTexts();
  const line = alertLine();
  const list = element('ol', { class: 'entries' });
  const finish = (item: HTMLElement, done: string): void => {
    removeItem(list, item, stage.querySelector('h2')!);
    status.textContent = done;
  };
  const release = (item: HTMLElement | undefined): Promise<unknown> =>
    attempt(line, async () => {
      if (!item) return;
      await ask('releaseMessage', { id: item.dataset.item! });
      finish(item, t('moderation.released'));
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
      buttonLine(t('moderation.release'), () => release(item)),
      refusalForm(me, async (reasons) => {
        await ask('refuseMessage', { id, ...reasons });
        finish(item, t('moderation.refused'));
      }),
    );
    return item;
  };
  list.append(...messages.map((message) => element('li', {}, entry(message))));
  return {
    title: t('moderation.tab.held'),
    content: messages.length
      ? [element('p', {}, texts.switchButton), line, list]
      : [element('p', {}, t('moderation.nothing'))],
    keys: [
      ...listKeys(list),
      texts.shortcut,
      { key: 'r', label: t('moderation.release'), act: () => release(currentItem(list)) },
      { key: 'x', label: t('moderation.refuse'), act: () => openRefusal(currentItem(list)) },
    ],
    focus: list.querySelector<HTMLElement>('[data-item]') ?? undefined,
  };
}

function openRefusal(item: HTMLElement | undefined): void {
  const refusal = item?.querySelector('details');
  if (!refusal) return;
  refusal.open = true;
  refusal.querySelector('select')!.focus();
}

/** A form of the rule and the facts for which a message is refused. */
const refusalForm = ({ rules = [] }: Me, submit: (reasons: { rule: string; facts: string }) => Promise<unknown>) => {
  const rule = ruleSelect(rules);
  rule.required = true;
  const facts = element('textarea', { name: 'facts', required: true, rows: '2', maxlength: String(FACTS_MAX) });
  return element(
    'details',
    {},
    element('summary', {}, t('moderation.refuse')),
    form({
      fields: [field(t('moderation.rule'), rule), field(t('moderation.facts'), facts, t('moderation.shown'))],
      label: t('moderation.refuse'),
      submit: (fields) => submit({ rule: textOf(fields, 'rule'), facts: textOf(fields, 'facts') }),
    }),
  );
};

const asBadge = (word: Node | string): Node | string => {
  if (word instanceof HTMLElement) word.classList.add('badge');
  return word;
};
