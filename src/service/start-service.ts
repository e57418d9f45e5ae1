import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';

import { manifestReader } from '../output/manifest.ts';
import type { Edition } from '../site/editions/editions.ts';
import { rootOf } from '../site/editions/editions.ts';
import { loadWords } from '../site/i18n/load-translations.ts';
import { countWaiting } from './auth/password.ts';
import type { Secrets } from './auth/tokens.ts';
import { type Brand, openBrands } from './brands/brands.ts';
import { turnOf } from './chat/calls/turn-credentials.ts';
import { startChat } from './chat/start-chat.ts';
import { secretOf } from './config/auth-secret.ts';
import type { Env } from './config/env.ts';
import { openDatabase } from './database/open.ts';
import { addGauges } from './gauges.ts';
import { createApp } from './http/app.ts';
import { metricsAccess } from './http/metrics-access.ts';
import { startDelivery } from './mail/outbox-worker.ts';
import { counted, mailTransport } from './mail/transport.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createReadiness } from './readiness.ts';
import { createErrorReport } from './report-errors.ts';
import { networkReader } from './request/client-network.ts';
import { startPurging } from './retention/retention.ts';

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
 * @throws UserError where a setting does not lead where it should
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
