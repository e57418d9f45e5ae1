import { element } from '../../browser/element.ts';
import type { Me } from '../../contract/moderation/me.ts';
import type { DecisionEntry } from '../../contract/moderation/protocol.ts';
import { ask } from './request.ts';
import { choice, field, form, textOf } from './ui/form.ts';
import { keepFocus } from './ui/keep-focus.ts';
import { status } from './ui/stage.ts';
import { formatEnd, t, time } from './words.ts';

/** Title of a rule with its version; its id where the rules no longer have it. */
export const ruleName = ({ rules = [] }: Me, { id, version }: { id: string; version: number }): string =>
  t('moderation.ruleVersion', { name: rules.find((rule) => rule.id === id)?.title ?? id, count: version });

/** The facts of a decision. */
export function decisionFacts(entry: DecisionEntry, me: Me): HTMLElement {
  const { act, until, at, own, rule, initiative, automated, facts, removed, undone, appeal } = entry;
  const outcome = appeal?.outcome;
  const marks = [
    automated ? t('moderation.automated') : t(`moderation.initiative.${initiative}`),
    ...(own ? [t('moderation.own')] : []),
  ];
  return element(
    'div',
    { class: 'decision' },
    element('p', {}, element('strong', {}, t(`moderation.act.${act}`), until === null ? '' : ` ${formatEnd(until)}`)),
    element('p', { class: 'quiet' }, time(at), ` · ${marks.join(' · ')}`),
    rule && element('p', { class: 'quiet' }, ruleName(me, rule)),
    facts && element('p', { class: 'text' }, facts),
    removed.length > 0 && removedTexts(removed),
    // The answer to an appeal that undoes the decision is the note of the undoing.
    undone && outcome?.upheld !== false && note(t('moderation.undone'), undone.note, undone.at),
    appeal && note(t('moderation.appeal'), appeal.text, appeal.at),
    outcome && note(t(outcome.upheld ? 'moderation.stands' : 'moderation.overturned'), outcome.answer, outcome.at),
  );
}

/** The texts of removed messages, closed at first. */
const removedTexts = (texts: string[]): HTMLElement =>
  element(
    'details',
    {},
    element('summary', {}, t('moderation.removedMessages')),
    ...texts.map((text) => element('blockquote', {}, element('p', { class: 'text', dir: 'auto' }, text))),
  );

/** A link to the case of a decision, where it has any. */
export const caseLink = ({ case: id }: DecisionEntry): HTMLElement[] =>
  id === null ? [] : [element('p', {}, element('a', { href: `#case/${id}` }, t('moderation.case')))];

const note = (label: string, text: string, at: number): HTMLElement =>
  element(
    'blockquote',
    {},
    element('p', { class: 'quiet' }, element('strong', {}, label), ' · ', time(at)),
    element('p', { class: 'text' }, text),
  );

/** A decision with a form to undo it. */
export function decisionEntry(entry: DecisionEntry, me: Me): HTMLElement {
  const { id, act, session, undone } = entry;
  const facts = decisionFacts(entry, me);
  if (undone) return facts;
  const summary = element('summary', { 'data-item': true }, t('moderation.undo'));
  const undo = element(
    'details',
    {},
    summary,
    form({
      fields: [
        field(
          t('moderation.undoneWhy'),
          element('textarea', { name: 'note', required: true, rows: '2' }),
          // Nobody was told of a dismissal.
          act === 'dismiss' ? '' : t('moderation.shown'),
        ),
        ...(session === undefined ? [] : [choice({ type: 'checkbox', name: 'session' }, t('moderation.undoSession'))]),
      ],
      label: t('moderation.undo'),
      submit: async (fields) => {
        const text = textOf(fields, 'note');
        if (session !== undefined && fields.has('session')) return undoSession(session, text);
        await ask('undo', { decision: id, note: text });
        undo.replaceWith(note(t('moderation.undone'), text, Date.now()));
        facts.tabIndex = -1;
        keepFocus(facts);
        status.textContent = t('moderation.undone');
      },
    }),
  );
  facts.append(undo);
  return facts;
}

async function undoSession(session: string, text: string): Promise<void> {
  const { undone, left } = await ask('undoSession', { session, note: text });
  status.textContent = t('moderation.undoneSession', { count: undone, text: String(left) });
  // Shows the view again.
  dispatchEvent(new Event('hashchange'));
}
