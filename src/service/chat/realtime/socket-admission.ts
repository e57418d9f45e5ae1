import type { IncomingMessage } from 'node:http';

import type { ConnectionRefused } from '../../../contract/chat/chat-events.ts';
import { BusyError } from '../../../shared/fair-queue.ts';
import { lookUp, required } from '../../../shared/required.ts';
import { isBusy } from '../../database/error-code.ts';
import { currentUser } from '../../request/current-user.ts';
import type { LoadLimits } from '../../request/heavy-work.ts';
import { endLeftSession } from '../../request/left-session.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { senderKey } from '../../request/request-limits.ts';
import { type ContextDeps, isSameOrigin, resolveContext } from '../../request/resolve-context.ts';
import { bannedUntil } from '../core/banned-until.ts';
import { type ChatUser, userChannel } from '../core/chat-user.ts';
import type { ChatSocket } from './chat-server.ts';
import { createConnectionLimit } from './connection-limit.ts';

/** Most sockets of an account on a node. */
const SOCKETS_MAX = 10;

/** Admits the connections of browsers, and signs their sockets in. */
export class SocketAdmission {
  readonly #deps: ContextDeps & LoadLimits;
  readonly #onError: (error: unknown) => void;
  readonly #mayConnect: (request: IncomingMessage) => boolean;
  readonly #contexts = new WeakMap<IncomingMessage, RequestContext>();
  readonly #known = new WeakSet<ChatSocket['conn']>();

  constructor(deps: ContextDeps & LoadLimits, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
    this.#mayConnect = createConnectionLimit(deps.networkOf);
  }

  /** Whether a request may open a connection. */
  admitHandshake(request: IncomingMessage): boolean {
    const context = isSameOrigin(request) ? resolveContext(request, this.#deps) : undefined;
    if (!context) return false;
    this.#contexts.set(request, context);
    const isWithin = !this.#deps.requestLimits.check(context, 'handshake') && this.#mayConnect(request);
    if (!isWithin) this.#deps.metrics.refusals.inc({ source: 'connection', code: 'tooMany' });
    return isWithin;
  }

  /** Finds the user of a socket. @returns the error with which a socket is refused */
  async admitSocket(socket: ChatSocket): Promise<Error | undefined> {
    // A page connects to the namespace once per connection; repeated attempts would cost an account lookup each.
    if (this.#known.has(socket.conn)) {
      socket.conn.close(true);
      return this.#refuse({ error: 'server' });
    }
    this.#known.add(socket.conn);
    try {
      const context = required(this.#contexts.get(socket.request), 'context of a handshake');
      const user = await this.#deps.heavyWork.run(senderKey(context), () => chatUserOf(socket, context));
      if ('error' in user) return this.#refuse(user);
      const all = userChannel(user.brand, user.id);
      // Join before counting, to count concurrent sockets; a refused socket leaves again.
      void socket.join(all);
      if (lookUp(socket.nsp.adapter.rooms, all).size > SOCKETS_MAX) return this.#refuse({ error: 'tooMany' });
      socket.data.user = user;
      forgetRequest(socket);
      return undefined;
    } catch (error) {
      if (!(error instanceof BusyError)) this.#onError(error);
      return this.#refuse({ error: isBusy(error) ? 'tooMany' : 'server' });
    }
  }

  #refuse(data: ConnectionRefused): Error {
    this.#deps.metrics.refusals.inc({ source: 'connection', code: data.error });
    return Object.assign(new Error(data.error), { data });
  }
}

/** Authenticates the user of a socket. */
async function chatUserOf(socket: ChatSocket, context: RequestContext): Promise<ChatUser | ConnectionRefused> {
  const hasLeft = await endLeftSession(context);
  const signedIn = !hasLeft && (await currentUser(context));
  if (!signedIn) return { error: 'signedOut' };
  const { user, session } = signedIn;
  const until = await bannedUntil(context.brand, user.id);
  if (until) return { error: 'banned', until: until.getTime() };
  const { brand, edition, origin, keyed, ruleChanges } = context;
  return {
    id: user.id,
    name: user.name,
    brand,
    edition,
    origin,
    keyed,
    ruleChanges,
    session: session.id,
    joinedAt: user.createdAt.getTime(),
    connection: socket.id,
  };
}

/** Drops the handshake request: it is no longer needed and takes half of a socket's memory. */
function forgetRequest({ conn, handshake }: ChatSocket): void {
  Object.assign(conn, { request: undefined });
  Object.assign(handshake, { headers: {}, query: {} });
}
