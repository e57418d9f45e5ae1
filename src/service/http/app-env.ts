import type { IncomingMessage } from 'node:http';

import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';

import type { HeaderRule } from '../../output/headers.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { Readiness } from '../readiness.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ContextDeps } from '../request/resolve-context.ts';

/** What the routes of the service work with. */
export interface AppDeps extends ContextDeps {
  /** A page as it was built. */
  page: (edition: Edition, path: string) => string;
  /** The headers of its pages. */
  headersOf: (edition: Edition) => HeaderRule[];
  /** TURN servers through which calls go. */
  relayUrls: string[];
  /** Why this node should be sent no requests; empty while it is ready. */
  unreadyReasons: Readiness['reasons'];
  mayReadMetrics: (request: IncomingMessage) => boolean;
  log: Logger;
  onError: (error: unknown) => void;
}

/** What Hono hands to each route. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { context: RequestContext };
}
