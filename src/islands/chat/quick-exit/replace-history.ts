import { paths } from '../../../site/editions/paths.ts';
import { LOBBY, viewIn } from '../state/view.ts';

/** Going back within a page takes milliseconds. Leaving before that keeps the chat in the history, so a busy browser gets time. */
const GIVE_UP_MS = 3000;

/**
 * Leaves to another page, so that neither Back nor Forward leads to the chat. Its entries of the history are the lobby and, after it, at
 * most one view. No script can remove the latter: it becomes the home page.
 */
export function replaceHistory(url: string): void {
  const leave = (): void => location.replace(url);
  const home = paths.home;
  if (viewIn(history.state) === LOBBY) history.pushState(null, '', home);
  else history.replaceState(null, '', home);
  // Firefox has gone back once the event is over: until then, the other page would replace the entry that is left.
  addEventListener('popstate', () => setTimeout(leave), { once: true });
  history.back();
  setTimeout(leave, GIVE_UP_MS);
}
