import { element } from '../../browser/element.ts';
import type { QueueEntry } from '../../contract/moderation/queue.ts';
import { askedQuery, askFirstPage, pageButtons, queryPart } from './queue-query.ts';
import { ask } from './request.ts';
import { signalBadges } from './ui/badge.ts';
import { form, nicknameField, textOf } from './ui/form.ts';
import { listKeys } from './ui/list.ts';
import { show, type View } from './ui/stage.ts';
import { formatAge, t, time } from './words.ts';

/** The cases of the list that was read last, in its order, and the case to go on with. */
let last: { cases: string[]; next?: string | undefined } = { cases: [] };

/** Remembers the case after a decided case: the list focuses it. */
export function focusNextCase(done: string): void {
  const index = last.cases.indexOf(done);
  last.next = last.cases[index + 1] ?? last.cases[index - 1];
}

/** The open or the escalated cases. */
export async function queueView(list: 'open' | 'escalated'): Promise<View> {
  const showAgain = (): void => void show(() => queueView(list));
  const { entries, total } = await ask('queue', { list, ...askedQuery() });
  if (!entries.length && askedQuery().page) {
    askFirstPage();
    return queueView(list);
  }
  const links = entries.map(entryLink);
  const items = element('ol', { class: 'queue' }, ...links.map((link) => element('li', {}, link)));
  const focus = links[entries.findIndex((entry) => entry.case === last.next)];
  last = { cases: entries.map((entry) => entry.case) };
  return {
    title: t(`moderation.tab.${list}`),
    content: [
      links.length ? items : element('p', {}, t('moderation.nothing')),
      pageButtons(total, showAgain) || '',
      queryPart(showAgain),
      personForm(),
    ],
    keys: listKeys(items),
    focus: focus ?? links[0],
  };
}

function entryLink({ case: id, signals, reasons, reports, since, claim, onHold }: QueueEntry): HTMLElement {
  return element(
    'a',
    { href: `#case/${id}`, 'data-item': true, class: claim === 'other' ? 'taken' : undefined },
    element('strong', {}, reasons.map((reason) => t(`report.${reason}`)).join(' · ') || t('moderation.initiative.own')),
    ' ',
    ...signalBadges(signals),
    element(
      'small',
      {},
      t('moderation.reports', { count: reports }),
      ' · ',
      time(since, formatAge(since)),
      claim && ` · ${t(`moderation.claim.${claim}`)}`,
      onHold && ` · ${t('moderation.hold')}`,
    ),
  );
}

/** Opens a case about a person without a report, for a decision on the moderators' own initiative. */
const personForm = (): HTMLElement =>
  element(
    'details',
    {},
    element('summary', {}, t('moderation.person.find')),
    form({
      fields: [nicknameField(t('moderation.nickname'))],
      label: t('moderation.person.open'),
      submit: async (fields) => {
        const found = await ask('openCase', { nickname: textOf(fields, 'nickname') });
        location.hash = `#case/${found.case}`;
      },
    }),
  );
