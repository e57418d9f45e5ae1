import { element } from '../../browser/element.ts';
import type { Me } from '../../contract/moderation/me.ts';
import type { RoomModeEntry } from '../../contract/moderation/protocol.ts';
import { ask } from './request.ts';
import { spaced } from './ui/badge.ts';
import { choice, field, form, select, textOf } from './ui/form.ts';
import { listKeys } from './ui/list.ts';
import { status, type View } from './ui/stage.ts';
import { formatHours, formatSeconds, formatTime, roomName, t } from './words.ts';

/** Stands for all rooms: the crisis switch. */
const ALL = '*';

const SLOW_SECONDS = [0, 5, 15, 30, 60, 300, 900];
const HOURS = [1, 3, 12, 24, 72, 168];

/** The public rooms with their modes. The crisis switch for all rooms comes first; others than leads see its state while it is in force. */
export async function roomsView({ role }: Me): Promise<View> {
  const { rooms, modes } = await ask('rooms', {});
  const list = element('ol', { class: 'entries' });
  const entryOf = (room: string): HTMLElement =>
    roomEntry(modes.find((mode) => mode.room === room) ?? { room, until: null });
  const ofAll = modes.find(({ room }) => room === ALL);
  const first = role === 'lead' ? [entryOf(ALL)] : ofAll ? [element('p', {}, ...spaced(nameAndState(ofAll)))] : [];
  list.append(...[...first, ...rooms.map(entryOf)].map((entry) => element('li', {}, entry)));
  return { title: t('moderation.tab.rooms'), content: [list], keys: listKeys(list) };
}

const nameAndState = (mode: RoomModeEntry): [name: HTMLElement, state: HTMLElement] => [
  element('strong', {}, roomName(mode.room)),
  element('span', { class: 'quiet' }, describe(mode)),
];

function roomEntry(mode: RoomModeEntry): HTMLElement {
  const { room, slowSeconds = 0, closed = false } = mode;
  const name = roomName(room);
  const [title, state] = nameAndState(mode);
  return element(
    'details',
    {},
    element('summary', { 'data-item': true }, title, ' ', state),
    form({
      name,
      fields: [
        field(t('moderation.slow'), select('slowSeconds', SLOW_SECONDS.map(slowOption), String(slowSeconds))),
        choice({ type: 'checkbox', name: 'closed', checked: closed }, t('moderation.closeRoom')),
        field(
          t('moderation.howLong'),
          select('hours', [
            ['', t('moderation.untilChanged')],
            ...HOURS.map((hours): [string, string] => [String(hours), formatHours(hours)]),
          ]),
        ),
      ],
      label: t('moderation.save'),
      submit: async (fields) => {
        const hours = Number(textOf(fields, 'hours')) || null;
        const changed = { slowSeconds: Number(textOf(fields, 'slowSeconds')), closed: fields.has('closed') };
        await ask('setRoom', { room, ...changed, hours });
        state.textContent = describe({ ...changed, until: hours && Date.now() + hours * 3_600_000 });
        status.textContent = t('moderation.saved', { name });
      },
    }),
  );
}

const slowOption = (seconds: number): [string, string] => [
  String(seconds),
  seconds ? formatSeconds(seconds) : t('moderation.notSlow'),
];

function describe({ slowSeconds = 0, closed = false, until }: Omit<RoomModeEntry, 'room'>): string {
  if (!slowSeconds && !closed) return t('moderation.roomOpen');
  const state = closed ? t('moderation.roomClosed') : t('moderation.roomSlow', { text: formatSeconds(slowSeconds) });
  return until === null ? state : `${state} · ${t('moderation.until', { date: formatTime(until) })}`;
}
