import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';

import { findPostgres, type Postgres, startPostgres } from '../../scripts/postgres.ts';
import { forms } from '../../src/contract/forms.ts';
import { siteListener } from '../../src/publish/serve.ts';
import type { Brand } from '../../src/service/brands.ts';
import { readEnv } from '../../src/service/env.ts';
import { startService } from '../../src/service/service.ts';
import { editions } from '../../src/site.ts';
import { dist } from './dist.ts';
import { linkIn, type MailSink, startMailSink } from './mail-sink.ts';
import { Visitor } from './visitor.ts';

/** What every suite of the service runs on. */
export const databases = ['PGlite', 'PostgreSQL'] as const;

export interface TestService {
  port: number;
  sink: MailSink;
  /** Errors that nobody expected. */
  errors: unknown[];
  /** Lines of its log. */
  logged: string[];
  /** Only where it runs on one. */
  postgres: Postgres | undefined;
  /** What the service knows of a brand, its tables among it. */
  brand: (id: string) => Brand;
  visitor: (host?: string, address?: string) => Visitor;
  /** Registers and confirms; the visitor is signed in then. */
  join: (person?: Partial<Person>, host?: string) => Promise<{ visitor: Visitor; person: Person }>;
  close: () => Promise<void>;
}

export interface Person {
  email: string;
  nickname: string;
  password: string;
  dateOfBirth: string;
  agreement: string;
}

let people = 0;

/** Somebody whom nobody knows yet. */
export function newPerson(facts: Partial<Person> = {}): Person {
  const number = `${process.pid}${people++}`;
  return {
    email: `person${number}@mail.example`,
    nickname: `Person ${number}`,
    password: 'walnut bicycle thunder',
    dateOfBirth: '1990-12-31',
    agreement: 'on',
    ...facts,
  };
}

/** Starts the service and the built site as `npm start` does, with real mail. */
export async function startTestService(
  database: (typeof databases)[number],
  settings: Record<string, string> = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  // Another node brings the address of its database with it.
  const isFirst = database === 'PostgreSQL' && !settings.DATABASE_URL;
  const postgres = isFirst ? await startPostgres(installedPostgres()) : undefined;
  const sink = await startMailSink();
  const errors: unknown[] = [];
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const env = readEnv({
    DATA_DIR: folder,
    MAIL_URL: sink.url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(postgres && { DATABASE_URL: postgres.newDatabase(), AUTH_SECRET: 'only for tests, and long enough for them' }),
    ...settings,
  });
  const service = await startService({ env, editions, dist, log, onError: (error) => errors.push(error) });
  const site = siteListener(dist);
  const server = createServer((request, response) =>
    (request.url?.startsWith('/api/') ? service.listener : site)(request, response),
  );
  service.attach(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const visitor = (host = 'velvet.example', address?: string): Visitor => new Visitor(port, host, address);
  return {
    port,
    sink,
    errors,
    logged,
    postgres,
    brand: (id) => service.brands.get(id)!,
    visitor,
    join: async (facts, host) => {
      const person = newPerson(facts);
      const someone = visitor(host);
      await someone.post(forms.registration.action, { ...person });
      await someone.get(linkIn(await sink.mailTo(person.email)));
      await someone.post(forms.confirm.action, { password: person.password });
      return { visitor: someone, person };
    },
    close: async () => {
      server.close();
      service.hangUp();
      server.closeAllConnections();
      await service.close();
      await sink.stop();
      postgres?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function installedPostgres(): string {
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL is missing. Install it with: npm run setup');
  return bin;
}
