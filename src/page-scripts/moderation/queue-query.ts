import { button, element } from '../../browser/element.ts';
import { QUEUE_PAGE, type QueueQuery } from '../../contract/moderation/queue.ts';
import { REPORT_REASONS, type ReportReason } from '../../contract/moderation/report-reasons.ts';
import { ask } from './request.ts';
import { alertLine, attempt, field, form, select, textOf } from './ui/form.ts';
import { formatHours, languageName, roomName, t } from './words.ts';

type Query = Omit<QueueQuery, 'list'>;

/** What the moderator has asked for. It stays while they work on cases. */
let asked: Query = {};

export const askedQuery = (): Query => asked;

/** Goes to the first page once a decided case has left the last page without an entry. */
export const askFirstPage = (): void => void (asked = { ...asked, page: 0 });

const AGES_HOURS = [1, 24, 72, 168];

/** Filters and order of the queue, read once they are opened. @param showAgain reads the queue */
export function queryPart(showAgain: () => void): HTMLElement {
  const { page: _, ...filters } = asked;
  const line = alertLine();
  const part = element(
    'details',
    {
      open: Object.keys(filters).length > 0,
      toggle: () =>
        part.open && !part.querySelector('form') && attempt(line, async () => part.append(await queryForm(showAgain))),
    },
    element('summary', {}, t('moderation.filter')),
    line,
  );
  return part;
}

async function queryForm(showAgain: () => void): Promise<HTMLElement> {
  const { rooms } = await ask('rooms', {});
  const languages = [...new Set(rooms.map((room) => room.split('.')[0] ?? ''))];
  const all: [string, string] = ['', t('moderation.all')];
  const nickname = (name: 'person' | 'reporter', label: string): HTMLElement =>
    field(label, element('input', { name, autocomplete: 'off', value: asked[name] ?? '' }));
  return form({
    fields: [
      field(
        t('moderation.order'),
        select(
          'oldestFirst',
          [
            ['', t('moderation.urgentFirst')],
            ['on', t('moderation.oldestFirst')],
          ],
          asked.oldestFirst && 'on',
        ),
      ),
      field(
        t('moderation.reason'),
        select(
          'reason',
          [all, ...REPORT_REASONS.map((each): [string, string] => [each, t(`report.${each}`)])],
          asked.reason,
        ),
      ),
      field(
        t('moderation.language'),
        select('lang', [all, ...languages.map((each): [string, string] => [each, languageName(each)])], asked.lang),
      ),
      field(
        t('moderation.room.public'),
        select('room', [all, ...rooms.map((each): [string, string] => [each, roomName(each)])], asked.room),
      ),
      field(
        t('moderation.waiting'),
        select(
          'olderThanHours',
          [all, ...AGES_HOURS.map((each): [string, string] => [String(each), formatHours(each)])],
          String(asked.olderThanHours),
        ),
      ),
      nickname('person', t('moderation.identify')),
      nickname('reporter', t('moderation.reporter')),
    ],
    label: t('moderation.show'),
    submit: (fields) => {
      asked = queryIn(fields);
      showAgain();
      return Promise.resolve();
    },
  });
}

function queryIn(fields: FormData): Query {
  const text = (name: keyof Query): string | undefined => textOf(fields, name).trim() || undefined;
  const hours = text('olderThanHours');
  const query = {
    oldestFirst: text('oldestFirst') ? (true as const) : undefined,
    reason: text('reason') as ReportReason | undefined,
    lang: text('lang'),
    room: text('room'),
    person: text('person'),
    reporter: text('reporter'),
    olderThanHours: hours === undefined ? undefined : Number(hours),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Which page of how many is shown, with buttons for the others; nothing for a single page. */
export function pageButtons(total: number, showAgain: () => void): HTMLElement | false {
  const pages = Math.ceil(total / QUEUE_PAGE);
  const { page = 0 } = asked;
  if (pages <= 1) return false;
  const to = (step: number, label: string): HTMLElement | false =>
    page + step in Array.from({ length: pages }) &&
    button(
      label,
      () => {
        asked = { ...asked, page: page + step };
        showAgain();
      },
      { class: 'button quiet' },
    );
  return element(
    'div',
    { class: 'buttons' },
    to(-1, t('moderation.previousPage')),
    element('span', {}, t('moderation.page', { count: page + 1, text: String(pages) })),
    to(1, t('moderation.nextPage')),
  );
}
