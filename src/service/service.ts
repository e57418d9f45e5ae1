import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';

import type { Edition } from '../editions/editions.ts';
import { rootOf } from '../editions/editions.ts';
import { loadWords } from '../i18n/load.ts';
import type { HeaderRule } from '../publish/headers.ts';
import { manifestReader } from '../publish/manifest.ts';
import { countWaiting } from './accounts/password.ts';
import { type Brand, openBrands } from './brands.ts';
import { turnOf } from './calls/relays.ts';
import { startChat } from './chat/chat.ts';
import { openDatabase } from './database/open.ts';
import type { Env } from './env.ts';
import { createApp } from './http/app.ts';
import { type ClientNetwork, networkReader } from './http/client-address.ts';
import { metricsAccess } from './http/metrics-access.ts';
import { startDelivery } from './mail/deliver.ts';
import { counted, mailTransport } from './mail/transport.ts';
import { addGauges } from './metrics/gauges.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { startPurging } from './purge.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createErrorReport } from './report-errors.ts';
import { secretOf } from './secret.ts';
import type { Secrets } from './tokens.ts';

/** What the routes of the service work with. */
export interface Service {
  /** By id. */
  brands: Map<string, Brand>;
  /** The editions of a host, its default first; none where the host is not ours. */
  editionsOn: (host: string) => Edition[];
  /** A page as it was built. */
  page: (edition: Edition, path: string) => string;
  /** The headers of its pages. */
  headersOf: (edition: Edition) => HeaderRule[];
  /** Whether mails leave, rather than become files. */
  sendsMail: boolean;
  secrets: Secrets;
  networkOf: (request: IncomingMessage) => ClientNetwork;
  /** TURN servers through which calls go. */
  relayUrls: string[];
  /** Why this node should be sent no requests; empty while it is ready. */
  unreadyReasons: Readiness['reasons'];
  metrics: Metrics;
  mayReadMetrics: (request: IncomingMessage) => boolean;
  log: Logger;
  onError: (error: unknown) => void;
}

export interface Running {
  /** By id. */
  brands: Map<string, Brand>;
  /** Answers requests below `/api/`. */
  listener: RequestListener;
  /** Takes the sockets of the chat that are opened on a server. */
  attach: (server: Server) => void;
  /** Is not ready from now on, sends people to other nodes, and ends what can wait for no request. Takes 13 s at most. */
  drain: () => Promise<void>;
  /** Closes the sockets of the chat. */
  hangUp: () => void;
  /** Ends what runs beside the requests, and lets the database go. */
  close: () => Promise<void>;
}

interface Parts {
  env: Env;
  editions: Edition[];
  /** The built site, whose pages it fills in. */
  dist: string;
  log: Logger;
  /** Is told of whatever nobody expected, after it was logged. */
  onError: (error: unknown) => void;
}

/**
 * Starts the service: its database, its mails, and what answers requests.
 * @throws Mistake where a setting does not lead where it should
 */
export async function startService({ env, editions, dist, log, onError }: Parts): Promise<Running> {
  const metrics = createMetrics();
  const logError = createErrorReport(log, onError);
  const report = (error: unknown): void => {
    metrics.unexpectedErrors.inc();
    logError(error);
  };
  const manifest = manifestReader(dist);
  manifest();
  await loadWords([...new Set(editions.map(({ lang }) => lang))]);
  const secrets: Secrets = [secretOf(env), ...env.AUTH_SECRET_PREVIOUS];
  const database = await openDatabase(env, report, metrics.timeStatement);
  const { db, broadcastPool, close } = database;
  const brands = await openBrands(editions, database, secrets[0]);
  const schemas = [...brands.values()].map(({ schema }) => schema);
  const readiness = createReadiness(db, schemas, log);
  const byHost = Map.groupBy(editions, ({ host }) => host);
  const transport = counted(mailTransport(env), metrics);
  if (!env.MAIL_URL) log.warn('MAIL_URL is not set: mails become files, and their links are printed');
  if (!env.TURN_URLS.length) log.warn('TURN_URLS is not set: nobody can call anybody');
  const delivery = startDelivery([...brands.values()], transport, secrets, log);
  const purging = startPurging([...brands.values()], env.HISTORY_DAYS, database.vacuum, report);
  const reception = {
    brands,
    editionsOn: (host: string) => byHost.get(host) ?? [],
    sendsMail: env.MAIL_URL !== undefined,
    secrets,
    networkOf: networkReader(env.TRUSTED_PROXIES),
    metrics,
  };
  const chat = await startChat(reception, broadcastPool, turnOf(env), report);
  addGauges(metrics, { database, schemas, chat, readiness, countWaiting });
  const app = createApp({
    ...reception,
    page: (edition, path) => readFileSync(`${dist}/${rootOf(edition)}${path}.html`, 'utf8'),
    headersOf: (edition) => manifest().editions.find(({ root }) => root === rootOf(edition))?.headers ?? [],
    unreadyReasons: readiness.reasons,
    relayUrls: env.TURN_URLS,
    mayReadMetrics: metricsAccess(env),
    log,
    onError: report,
  });
  return {
    brands,
    listener: getRequestListener(app.fetch),
    attach: chat.attach,
    drain: async () => {
      readiness.drain();
      await Promise.all([chat.drain(), delivery.stop()]);
    },
    hangUp: chat.hangUp,
    close: async () => {
      await purging.stop();
      await chat.close();
      await delivery.stop();
      await close();
    },
  };
}
