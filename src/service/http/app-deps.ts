import type { IncomingMessage } from 'node:http';

import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';

import type { Edition } from '../../site/editions/editions.ts';
import type { Chat } from '../chat/chat.ts';
import type { Readiness } from '../readiness.ts';
import type { LoadLimits } from '../request/heavy-work.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ContextDeps } from '../request/resolve-context.ts';

/** Dependencies of the routes. */
export interface AppDeps extends ContextDeps, LoadLimits {
  /** HTML of a built page. */
  page: (edition: Edition, path: string) => string;
  /** Headers of a path in an edition. */
  headersOf: (edition: Edition, path: string) => Record<string, string>;
  readLobby: Chat['readLobby'];
  moreThanOnline: Chat['moreThanOnline'];
  /** TURN servers of calls. */
  relayUrls: string[];
  /** Reasons why this node should receive no requests; empty while it is ready. */
  unreadyReasons: Readiness['reasons'];
  mayReadMetrics: (request: IncomingMessage) => boolean;
  log: Logger;
  onError: (error: unknown) => void;
}

/** Types of Hono's context. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { context: RequestContext };
}
