// Inlined into the head of the chat: keep it small.
import { ACCOUNT_WITH_LOBBY, SOCKET_PATH } from '../../../contract/api-paths.ts';
import { isMarkedSignedIn } from '../../ui/signed-in-mark.ts';

declare global {
  /** The first request for account and lobby, where this script has sent it. */
  var early: Promise<Response> | undefined;
  /** The first connection of the chat, where this script has opened it, and what it has received since. `socket-io.ts` takes it. */
  var earlySocket: { socket: WebSocket; received: MessageEvent[] } | undefined;
}

// Loads everything that a signed-in user needs first, in the same round trip. The build writes the names into the attribute.
if (isMarkedSignedIn()) {
  // First: the answer is small, and the service takes longer for it than a server of files.
  globalThis.early = fetch(ACCOUNT_WITH_LOBBY, { headers: { Accept: 'application/json' } });
  // `read-account.ts` handles a failure.
  globalThis.early.catch(() => {});
  // Three round trips until it is open: they pass while the scripts arrive. The service closes a connection that no script takes.
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`);
  const received: MessageEvent[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- Engine.IO replaces this listener by its own.
  socket.onmessage = (event) => received.push(event);
  globalThis.earlySocket = { socket, received };
  const { scripts, later } = document.currentScript!.dataset;
  const preload = (names: string): HTMLLinkElement[] =>
    names.split(' ').map((name) => {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/_astro/${name}` });
      // A page that was reloaded in a room shows it again.
      if (!/^(room|messages)\./.test(name) || history.state?.chat?.room) document.head.append(link);
      return link;
    });
  // The composer does not wait for the other scripts: asked for now, they would come before account and lobby.
  preload(scripts!)[0]!.addEventListener('load', () => preload(later!));
}
