import { button, element } from '../../../browser/element.ts';
import type { HeldIdentity } from '../../../contract/moderation/held-identity.ts';
import type { Me } from '../../../contract/moderation/me.ts';
import type { CaseView } from '../../../contract/moderation/protocol.ts';
import { ask } from '../request.ts';
import { alertLine, attempt, field, form, textOf } from '../ui/form.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { t, time } from '../words.ts';

/** The legal hold of a case. A lead alone can end it. */
export function holdPart(view: CaseView, me: Me, prolonged: () => void): HTMLElement {
  const box = element('details', { class: 'panel', open: view.hold !== null });
  const showHold = (hold: CaseView['hold']): void => {
    const isOn = hold !== null;
    box.replaceChildren(
      element('summary', {}, t('moderation.hold')),
      element('p', {}, t(isOn ? 'moderation.holdOn' : 'moderation.holdOff')),
      ...(hold ? [element('p', { class: 'quiet' }, time(hold.at), ' – ', time(hold.until), ` · ${hold.note}`)] : []),
      ...(isOn && view.identified && me.role === 'lead' ? [identityPart(view.case)] : []),
      ...(isOn && me.role !== 'lead' ? [] : [holdForm(!isOn)]),
      ...(isOn && me.role === 'lead' ? [holdForm(true, t('moderation.prolongHold'))] : []),
    );
  };
  const holdForm = (on: boolean, label = t(on ? 'moderation.setHold' : 'moderation.endHold')): HTMLElement =>
    form({
      fields: [field(t('moderation.note'), element('textarea', { name: 'note', required: true, rows: '2' }))],
      label,
      submit: async (fields) => {
        const note = textOf(fields, 'note');
        await ask('hold', { case: view.case, on, note });
        prolonged();
        showHold((await ask('claim', { case: view.case })).hold);
        keepFocus(box.querySelector('summary')!);
      },
    });
  showHold(view.hold);
  return box;
}

/** Who the person of a held case is, which is read and logged only where the lead asks for it. */
function identityPart(id: string): HTMLElement {
  const line = alertLine();
  const box = element('div', {});
  const showButton = button(
    t('moderation.showIdentity'),
    () =>
      attempt(line, async () => {
        box.replaceChildren(identityList(await ask('identity', { case: id })));
      }),
    { class: 'button quiet' },
  );
  box.append(showButton);
  return element('div', {}, box, line);
}

function identityList(identity: HeldIdentity): HTMLElement {
  const { accountSince, deletedAt, emails, nicknames, signIns, conversations, messages } = identity;
  const rows: [string, (string | Node)[]][] = [
    [t('moderation.identity.emails'), emails],
    [t('moderation.identity.nicknames'), nicknames],
    [t('moderation.identity.since'), accountSince === null ? [] : [time(accountSince)]],
    [t('moderation.identity.deleted'), deletedAt === null ? [] : [time(deletedAt)]],
    [
      t('moderation.identity.signIns'),
      signIns.map(({ at, host, device }) => element('span', {}, time(at), ` · ${host} · ${device}`)),
    ],
    [t('moderation.room.private'), conversations.map(({ nickname, with: other }) => nickname ?? other ?? '–')],
    [t('moderation.identity.messages'), [String(messages)]],
  ];
  return element(
    'dl',
    {},
    ...rows
      .filter(([, values]) => values.length > 0)
      .flatMap(([name, values]) => [
        element('dt', {}, element('strong', {}, name)),
        ...values.map((value) => element('dd', { dir: 'auto' }, value)),
      ]),
  );
}
