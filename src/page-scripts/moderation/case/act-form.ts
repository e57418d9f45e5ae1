import { element } from '../../../browser/element.ts';
import type { Me } from '../../../contract/moderation/me.ts';
import { type Act, ACTS, type CaseView, type Decide, FACTS_MAX } from '../../../contract/moderation/protocol.ts';
import { Refusal } from '../request.ts';
import { ruleSelect } from '../rule-select.ts';
import { field, form, select, textOf } from '../ui/form.ts';
import type { Shortcut } from '../ui/keys.ts';
import { formatHours, t } from '../words.ts';
import { ACT_FORM, isRemovable } from './report-article.ts';

const KEYS: Record<Act, string> = {
  dismiss: 'd',
  notice: 'n',
  warn: 'w',
  remove: 'r',
  mute: 'm',
  limit: 'l',
  ban: 'x',
};

const TIMED: readonly Act[] = ['mute', 'limit', 'ban'];
const HOURS = [1, 6, 24, 72, 168, 720, 2160, 8760];
const FOR_GOOD = 'forGood';
const USUAL_HOURS = '24';

/** The acts that are possible. A case of an unknown person can only be dismissed. */
function actsFor({ identified, reports }: CaseView): Act[] {
  if (!identified) return ['dismiss'];
  const hasRemovable = reports.some(({ messages }) => messages.some(isRemovable));
  return ACTS.filter((act) => act !== 'remove' || hasRemovable);
}

/** The form of the act, its extent and the statement of reasons, with a key for each act. */
export function actForm({ rules = [] }: Me, view: CaseView, decide: (decision: Decide) => Promise<unknown>) {
  const acts = actsFor(view);
  const radios = acts.map((act) =>
    element('input', { type: 'radio', name: 'act', value: act, required: true, change: () => choose(act) }),
  );
  const hours = hoursField();
  const ruleChoice = ruleSelect(rules, view.reports.find((report) => report.rule)?.rule?.id);
  const rule = field(t('moderation.rule'), ruleChoice);
  const facts = element('textarea', { name: 'facts', rows: '4', maxlength: String(FACTS_MAX) });
  const factsField = field(t('moderation.facts'), facts, t('moderation.shown'));
  const choose = (act: Act): void => {
    hours.hidden = !TIMED.includes(act);
    rule.hidden = factsField.hidden = act === 'dismiss';
    facts.required = ruleChoice.required = act !== 'dismiss';
  };
  hours.hidden = true;
  rule.hidden = factsField.hidden = !view.identified;
  const made = form({
    id: ACT_FORM,
    fields: [actChoices(acts, radios), hours, rule, factsField],
    label: t('moderation.decide'),
    submit: (fields) => decide(decisionOf(fields)),
  });
  made.className = 'panel';
  const nextControl = (act: Act): HTMLElement => {
    if (act === 'dismiss') return made.querySelector('button')!;
    if (TIMED.includes(act)) return hours.querySelector('select')!;
    return ruleChoice.value ? facts : ruleChoice;
  };
  const keys: Shortcut[] = acts.map((act, index) => ({
    key: KEYS[act],
    label: t(`moderation.act.${act}`),
    act: () => {
      radios[index]!.checked = true;
      choose(act);
      nextControl(act).focus();
    },
  }));
  return { form: made, keys };
}

const hoursField = (): HTMLElement =>
  field(
    t('moderation.howLong'),
    select(
      'hours',
      [
        ...HOURS.map((each): [string, string] => [String(each), formatHours(each)]),
        [FOR_GOOD, t('moderation.forGood')],
      ],
      USUAL_HOURS,
    ),
  );

const actChoices = (acts: Act[], radios: HTMLInputElement[]): HTMLElement =>
  element(
    'fieldset',
    { class: 'acts' },
    element('legend', {}, t('moderation.decision')),
    ...acts.map((act, index) =>
      element(
        'label',
        { class: 'choice' },
        radios[index]!,
        element('span', {}, t(`moderation.act.${act}`)),
        element('kbd', { 'aria-hidden': 'true' }, KEYS[act]),
      ),
    ),
  );

function decisionOf(fields: FormData): Decide {
  const act = textOf(fields, 'act') as Act;
  if (act === 'dismiss') return { act, facts: '' };
  const messages = fields.getAll('message').map((value) => {
    const [report, seq] = String(value).split(' ');
    return { report: report!, seq: Number(seq) };
  });
  if (act === 'remove' && !messages.length) throw new Refusal(t('moderation.chooseMessages'));
  const hours = textOf(fields, 'hours');
  return {
    act,
    ...(TIMED.includes(act) && { hours: hours === FOR_GOOD ? null : Number(hours) }),
    ...(messages.length && { messages }),
    facts: textOf(fields, 'facts'),
    rule: textOf(fields, 'rule'),
  };
}
