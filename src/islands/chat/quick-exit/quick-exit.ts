import { countKeyPresses } from '../../ui/count-key-presses.ts';
import { endVisit } from '../../ui/end-visit.ts';
import { replaceHistory } from './replace-history.ts';

/** The link of the page; it names the page to leave to. It is missing once the chat has been left. */
export const exitLink = (): HTMLAnchorElement | null => document.querySelector<HTMLAnchorElement>('a.exit');

/**
 * Leaves the chat by the link of the page or by pressing Shift three times, in every tab of the browser.
 * @param help explains the link
 * @param stop ends the connection and deletes the data of the chat
 * @returns a function that undoes that
 */
export function handleExit(help: string, stop?: () => void): () => void {
  const link = exitLink()!;
  link.title = help;
  const listeners = new AbortController();
  const { signal } = listeners;
  const tabs = new BroadcastChannel('quick-exit');
  tabs.addEventListener('message', () => leave(stop), { signal });
  link.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is bound to its origin
      tabs.postMessage('');
      leave(stop);
    },
    { signal },
  );
  const isThird = countKeyPresses('Shift');
  addEventListener('keydown', (event) => isThird(event) && link.click(), { capture: true, signal });
  return () => {
    listeners.abort();
    tabs.close();
  };
}

function leave(stop?: () => void): void {
  const url = exitLink()?.href;
  if (!url) return;
  try {
    endVisit();
    stop?.();
  } finally {
    replaceHistory(url);
  }
}
