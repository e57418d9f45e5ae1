import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';

import { type Manifest, manifestReader } from '../output/manifest.ts';
import { headersFor, HSTS } from '../output/match-headers.ts';
import { type Edition, rootOf, type Site } from '../site/editions/editions.ts';
import { lightTranslatorOf } from '../site/i18n/light-translator-of.ts';
import { mailColorsOf } from '../site/looks/mail-colors.ts';
import { countWaiting } from './auth/password.ts';
import { keyedHash, type Secrets } from './auth/tokens.ts';
import { openBrands, type ServiceBrand } from './brands/open-brands.ts';
import { turnServersOf } from './chat/calls/turn-credentials.ts';
import { Chat } from './chat/chat.ts';
import { type WordFilter, wordFilterOf } from './chat/messages/word-filter.ts';
import { readAuthSecret } from './config/auth-secret.ts';
import type { Env } from './config/env.ts';
import type { Database } from './database/database-handle.ts';
import { lacksMigrations } from './database/migrations/migrations.ts';
import { openDatabase } from './database/open-database.ts';
import { addGauges } from './gauges.ts';
import type { AppDeps } from './http/app-deps.ts';
import { createApp } from './http/app.ts';
import { metricsAccess } from './http/metrics-access.ts';
import { startOutboxWorker } from './mail/outbox-worker.ts';
import { countMails, mailTransport, type WrittenMail } from './mail/transport.ts';
import { Metrics } from './metrics/metrics.ts';
import { moderationFileReader } from './moderation/moderation-file-reader.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createErrorReporter } from './report-errors.ts';
import { clientNetworkReader } from './request/client-network.ts';
import { createHeavyWork } from './request/heavy-work.ts';
import { createRequestLimits } from './request/request-limits.ts';
import { startRetention } from './retention/retention.ts';
import { startChangeMails } from './rule-changes/change-mails.ts';
import { type RuleChanges, ruleChangesReader } from './rule-changes/rule-changes-reader.ts';

export type RunningService = ReturnType<typeof running>;

interface ServiceOptions {
  env: Env;
  site: Pick<Site, 'editions' | 'folder'>;
  /** Folder of the built site, whose pages the service fills in. */
  dist: string;
  log: Logger;
  /** Called with unexpected errors after they are logged. */
  onError: (error: unknown) => void;
  /** Called with mails that become files, because there is no mail server. */
  onMailWritten?: (mail: WrittenMail) => void;
}

/**
 * Starts the service: database, mails, chat and HTTP app.
 * @throws UserError if a setting is wrong
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { env, site, dist, log } = options;
  const { editions, folder } = site;
  const metrics = new Metrics();
  const logError = createErrorReporter(log, options.onError);
  const report = (error: unknown): void => {
    metrics.unexpectedErrors.inc();
    logError(error);
  };
  // A file that cannot be read stops the start. Later edits are for the next start.
  for (const { brand, lang } of editions) {
    mailColorsOf(folder, brand.look);
    lightTranslatorOf(folder, lang);
  }
  const manifest = manifestReader(dist);
  manifest();
  const ruleChanges = ruleChangesReader(dist, report);
  const moderationFile = moderationFileReader(dist, report);
  const secrets: Secrets = [readAuthSecret(env), ...env.AUTH_SECRET_PREVIOUS];
  const database = await openDatabase(env, report, metrics.timeStatement);
  const brands = await openBrands(editions, database, secrets[0]);
  const schemas = [...brands.values()].map(({ schema }) => schema);
  const readiness = createReadiness(() => lacksMigrations(database.dbFor.probes, schemas), log);
  const workers = startWorkers(options, { brands, database, secrets, ruleChanges, metrics, report });
  const deps = {
    brands,
    editionsOn: editionsByHost(editions),
    sendsMail: env.MAIL_URL !== undefined,
    secrets,
    networkOf: clientNetworkReader(env.TRUSTED_PROXIES, log),
    metrics,
    requestLimits: createRequestLimits(),
    heavyWork: createHeavyWork(),
    ruleChangesOf: (edition: Edition) => ruleChanges()(edition),
    authorities: () => moderationFile().authorities,
    periods: { deletedAccountDays: env.DELETED_ACCOUNT_DAYS, holdDays: env.HOLD_DAYS },
  };
  const wordFilter = (): WordFilter => wordFilterOf(moderationFile().words);
  const chat = await Chat.start({
    ...deps,
    wordFilter,
    broadcastPool: database.broadcastPool,
    turnServers: turnServersOf(env),
    onError: report,
  });
  addGauges(metrics, { database, schemas, chat, readiness, countWaiting, heavyWork: deps.heavyWork });
  const app = createApp({
    ...deps,
    page: (edition, path) => readFileSync(`${dist}/${rootOf(edition)}${path}.html`, 'utf8'),
    headersOf: headersReader(manifest),
    unreadyReasons: readiness.reasons,
    readLobby: (context, user) => chat.readLobby(context, user),
    moreThanOnline: (brand) => chat.moreThanOnline(brand),
    relayUrls: env.TURN_URLS,
    mayReadMetrics: metricsAccess(env),
    log,
    onError: report,
  });
  return running({ brands, listener: getRequestListener(app.fetch), chat, readiness, workers, database });
}

/** Gives the headers of a path but HSTS, which documents of the host carry. */
const headersReader =
  (manifest: () => Manifest): AppDeps['headersOf'] =>
  (edition, path) => {
    const rules = manifest().editions.find(({ root }) => root === rootOf(edition))?.headers ?? [];
    const { [HSTS]: _, ...headers } = headersFor(rules, path);
    return headers;
  };

function editionsByHost(editions: Edition[]): (host: string) => Edition[] {
  const byHost = Map.groupBy(editions, ({ host }) => host);
  return (host) => byHost.get(host) ?? [];
}

interface WorkerDeps {
  brands: Map<string, ServiceBrand>;
  database: Database;
  secrets: Secrets;
  ruleChanges: () => RuleChanges;
  metrics: Metrics;
  report: (error: unknown) => void;
}

/** Starts the work that no request waits for. */
function startWorkers(
  { env, log, onMailWritten }: ServiceOptions,
  { brands, database, secrets, ruleChanges, metrics, report }: WorkerDeps,
) {
  const all = [...brands.values()];
  const transport = countMails(mailTransport(env, onMailWritten), metrics);
  if (!env.MAIL_URL) log.warn('MAIL_URL is not set: mails are written to files, and their links are printed');
  if (!env.TURN_URLS.length) log.warn('TURN_URLS is not set: calls are off');
  if (!env.METRICS_TOKEN)
    log.warn('METRICS_TOKEN is not set: only programs of this machine get metrics, without a proxy');
  return {
    outboxWorker: startOutboxWorker(all, transport, secrets, log),
    changeMails: startChangeMails(
      all,
      { ruleChanges, keyed: (...parts) => keyedHash(secrets[0], ...parts), mailsPerMinute: env.RULE_MAILS_PER_MINUTE },
      report,
    ),
    retention: startRetention(all, env.HISTORY_DAYS, database.vacuum, report),
  };
}

interface RunningParts {
  brands: Map<string, ServiceBrand>;
  listener: RequestListener;
  chat: Chat;
  readiness: Readiness;
  workers: ReturnType<typeof startWorkers>;
  database: Database;
}

function running({ brands, listener, chat, readiness, workers, database }: RunningParts) {
  const { outboxWorker, changeMails, retention } = workers;
  return {
    /** By id. */
    brands,
    /** Handles requests below `/api/`. */
    listener,
    /** Attaches the sockets of the chat to a server. */
    attach: (server: Server): void => chat.attach(server),
    /** Makes the node unready, moves sockets to other nodes and stops the outbox worker. Takes 13 s at most. */
    drain: async (): Promise<void> => {
      readiness.drain();
      await Promise.all([chat.drain(), changeMails.stop(), outboxWorker.stop()]);
    },
    /** Closes the sockets of the chat. */
    closeSockets: (): void => chat.closeSockets(),
    /** Stops background work and closes the database. */
    close: async (): Promise<void> => {
      await Promise.all([retention.stop(), changeMails.stop()]);
      await chat.close();
      await outboxWorker.stop();
      await database.close();
    },
  };
}
