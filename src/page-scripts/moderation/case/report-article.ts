import { element } from '../../../browser/element.ts';
import type { Me } from '../../../contract/moderation/me.ts';
import type { CaseReport, EvidenceMessage } from '../../../contract/moderation/protocol.ts';
import { ruleName } from '../decision.ts';
import { formatLength, roomName, t, time } from '../words.ts';

/** Id of the form of the act. The boxes beside messages belong to it. */
export const ACT_FORM = 'act';

interface ReportParts {
  me: Me;
  person: (number: number | null) => HTMLElement;
  /** A text that is hidden until asked for. */
  text: (text: string) => HTMLElement;
  /** Whether messages can be marked for removal. */
  canRemove: boolean;
}

/** Whether a decision can remove a message: only messages of the reported person, and no records of calls. */
export const isRemovable = ({ person, text, call }: EvidenceMessage): boolean =>
  person === 1 && text !== null && call === undefined;

/** A report with everything that its reporter saw, and nothing else. */
export function reportArticle(report: CaseReport, parts: ReportParts): HTMLElement {
  const { source, reporter, reason, note, at, room, place, rule, messages, call } = report;
  const { me, person, text } = parts;
  const from = source === 'form' ? t('moderation.fromForm') : person(reporter);
  return element(
    'article',
    { class: 'panel' },
    element('h3', {}, t(`report.${reason}`)),
    element('p', { class: 'quiet' }, t('moderation.reportedBy'), ' ', from, ' · ', time(at)),
    room && element('p', { class: 'quiet' }, roomText(room)),
    rule && element('p', { class: 'quiet' }, ruleName(me, rule)),
    place && element('p', {}, `${t('moderation.place')} `, text(place)),
    note && element('blockquote', {}, text(note)),
    call && callLine(call, person(call.byReported ? 1 : reporter)),
    messages.length > 0 &&
      element('ol', { class: 'messages' }, ...messages.map((message) => messageItem(report.id, message, parts))),
  );
}

const roomText = ({ kind, id }: NonNullable<CaseReport['room']>): string =>
  id ? `${t(`moderation.room.${kind}`)}: ${roomName(id)}` : t(`moderation.room.${kind}`);

const callLine = (call: NonNullable<CaseReport['call']>, caller: HTMLElement): HTMLElement =>
  element(
    'p',
    {},
    callText(call.video, call.seconds),
    ' · ',
    time(call.startedAt),
    ` · ${t('moderation.callFrom')} `,
    caller,
  );

const callText = (isVideo: boolean, seconds: number | null): string =>
  [t(isVideo ? 'moderation.videoCall' : 'moderation.call'), ...(seconds ? [formatLength(seconds)] : [])].join(' · ');

function messageItem(report: string, message: EvidenceMessage, parts: ReportParts): HTMLElement {
  const { seq, person: number, at } = message;
  const lines = [
    element('small', { class: 'quiet' }, parts.person(number), ' · ', time(at)),
    element('div', { class: 'said' }, messageBody(message, parts)),
  ];
  if (!parts.canRemove || !isRemovable(message)) return element('li', {}, ...lines);
  const box = element('input', {
    type: 'checkbox',
    name: 'message',
    value: `${report} ${seq}`,
    form: ACT_FORM,
    'aria-label': t('moderation.removeMessage', { count: seq }),
  });
  return element('li', { class: 'own' }, box, element('div', {}, ...lines));
}

/** The text of a message, or its replacement. */
function messageBody({ text, call }: EvidenceMessage, parts: ReportParts): HTMLElement | string {
  if (call) return callText(call.video, call.seconds);
  return text === null ? element('span', { class: 'quiet' }, t('moderation.deletedMessage')) : parts.text(text);
}
