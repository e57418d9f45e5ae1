import { button, element } from '../../browser/element.ts';
import type { Me, WorkCounts } from '../../contract/moderation/me.ts';
import { appealsView } from './appeals.ts';
import { caseView } from './case/case-view.ts';
import { doneView } from './done.ts';
import { heldMessagesView } from './held-messages.ts';
import { rememberList } from './list-address.ts';
import { logView } from './log.ts';
import { queueView } from './queue.ts';
import { ask, onAct } from './request.ts';
import { roomsView } from './rooms.ts';
import { stoppedNotices } from './stopped.ts';
import { listenForKeys, showKeys } from './ui/keys.ts';
import { show, stage, status, type View } from './ui/stage.ts';
import { t } from './words.ts';

const MINUTE_MS = 60_000;

const views = {
  open: () => queueView('open'),
  escalated: () => queueView('escalated'),
  appeals: appealsView,
  held: heldMessagesView,
  done: doneView,
  rooms: roomsView,
  log: logView,
} satisfies Record<string, (me: Me) => Promise<View>>;

type Tab = keyof typeof views;

const isTab = (name: string): name is Tab => Object.hasOwn(views, name);

/** Shows the tabs and the view that the address names: `#appeals`, or `#case/<id>`. */
export function openWorkplace(page: HTMLElement, me: Me): void {
  const tabs = (Object.keys(views) as Tab[]).filter((tab) => tab !== 'log' || me.role === 'lead');
  const links = tabs.map((tab) => element('a', { href: `#${tab}` }, t(`moderation.tab.${tab}`)));
  const counts = tabs.map(() => element('span', { class: 'count' }));
  const notices = element('div');
  page.replaceChildren(
    element(
      'nav',
      { 'aria-label': t('moderation.lists') },
      element('ul', { class: 'tabs' }, ...links.map((link, index) => tabItem(link, counts[index]!))),
      button(t('moderation.keys'), showKeys, { class: 'button quiet', 'aria-keyshortcuts': '?' }),
    ),
    notices,
    status,
    stage,
  );
  const showCounts = (work: Partial<WorkCounts>): void => {
    for (const [index, tab] of tabs.entries()) {
      const count = work[tab as keyof WorkCounts];
      counts[index]!.textContent = count === undefined ? '' : ` ${count}`;
    }
  };
  const refresh = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    // A failure shows with the next action of the moderator.
    const now = await ask('me', {}).catch(() => undefined);
    if (!now?.work) return;
    showCounts(now.work);
    // A button that has the focus stays.
    if (!notices.contains(document.activeElement)) notices.replaceChildren(...stoppedNotices(now));
  };
  const route = (takesFocus = true): void => {
    const [name = '', id] = location.hash.slice(1).split('/');
    const tab = isTab(name) && tabs.includes(name) ? name : 'open';
    if (!id) rememberList(tab);
    for (const [index, link] of links.entries()) link.ariaCurrent = !id && tabs[index] === tab ? 'page' : null;
    void show(() => (id ? caseView(id, me) : views[tab](me)), takesFocus);
  };
  showCounts(me.work ?? {});
  notices.replaceChildren(...stoppedNotices(me));
  addEventListener('hashchange', () => {
    route();
    void refresh();
  });
  document.addEventListener('visibilitychange', refresh);
  setInterval(refresh, MINUTE_MS);
  onAct(() => void refresh());
  listenForKeys(
    tabs.map((tab, index) => ({
      key: String(index + 1),
      label: t(`moderation.tab.${tab}`),
      act: () => links[index]!.click(),
    })),
  );
  route(false);
}

const tabItem = (link: HTMLElement, count: HTMLElement): HTMLElement => {
  link.append(count);
  return element('li', {}, link);
};
