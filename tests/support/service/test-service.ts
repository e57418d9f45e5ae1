import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, aroundEach, beforeAll, expect, inject } from 'vitest';

import { resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { staticListener } from '../../../src/server/static-listener.ts';
import type { ServiceBrand } from '../../../src/service/brands/open-brands.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { startService } from '../../../src/service/start-service.ts';
import { editions, site as configured } from '../configured-site.ts';
import { dist } from '../dist.ts';
import { addUser } from './add-user.ts';
import { linkIn, type MailSink, startMailSink } from './mail-sink.ts';
import { Visitor } from './visitor.ts';

/** Databases that suites of the service run on, in turn. */
export const databases = inject('databases');

/** The database of suites to which it does not matter: PostgreSQL where it is installed and may be used, because it starts sooner. */
export const anyDatabase = inject('postgres') && databases.includes('PostgreSQL') ? 'PostgreSQL' : 'PGlite';

export interface TestService {
  port: number;
  sink: MailSink;
  /** Unexpected errors. */
  errors: unknown[];
  /** Lines of the log. */
  logged: string[];
  /** A brand with its database tables, as the service has it. */
  brand: (id: string) => ServiceBrand;
  visitor: (host?: string, address?: string) => Visitor;
  /** Registers a person and opens the link in the mail, without confirmation. */
  register: (person: Person, visitor?: Visitor) => Promise<Visitor>;
  /** Registers and confirms a person. The visitor is signed in, and the account is two days old. */
  join: (person?: Partial<Person>, host?: string) => Promise<{ visitor: Visitor; person: Person }>;
  /** Does the same with statements, without forms and mails: registration costs most of the time of a test that is not about it. */
  addUser: TestService['join'];
  /** @throws AggregateError of all unexpected errors */
  close: () => Promise<void>;
}

export interface Person {
  email: string;
  nickname: string;
  password: string;
  dateOfBirth: string;
  agreement: string;
}

/** Secret of services on PostgreSQL. */
export const AUTH_SECRET = 'only for tests, and long enough for them';

let people = 0;

/** Registration fields of a person without an account. */
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

/** Starts the service for the tests of a suite. A test fails if the service met an unexpected error. */
export const testService = (
  database: (typeof databases)[number],
  settings: Record<string, string> = {},
  site?: () => string,
): TestService => serviceOfSuite(() => startTestService(database, settings, site?.()));

interface PatientService extends TestService {
  /** URL of the database. */
  url: string;
  secret: string;
}

/** Starts the service on PostgreSQL, if it is installed, with statements that wait a minute for locks. */
export const patientService = (): PatientService =>
  serviceOfSuite(async () => {
    if (!inject('postgres')) return { close: () => Promise.resolve() } as PatientService;
    const url = await newDatabase();
    const patience = new URLSearchParams({ lock_timeout: '60000', statement_timeout: '60000' });
    return {
      ...(await startTestService('PostgreSQL', { DATABASE_URL: `${url}?${patience}` })),
      url,
      secret: AUTH_SECRET,
    };
  });

function serviceOfSuite<Service extends TestService>(start: () => Promise<Service>): Service {
  const service = {} as Service;
  beforeAll(async () => {
    Object.assign(service, await start());
  });
  aroundEach(async (runTest) => {
    await runTest();
    expect(service.errors).toEqual([]);
  });
  afterAll(() => service.close());
  return service;
}

/**
 * Starts the service and the built site as `npm start` does. Mails go to an SMTP server of the test.
 * @param folderOfSite a site with other files than `dist/`
 */
export async function startTestService(
  database: (typeof databases)[number],
  settings: Record<string, string> = {},
  folderOfSite = dist,
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const isEmbedded = database === 'PGlite';
  if (isEmbedded) cpSync(inject('embedded'), folder, { recursive: true });
  // A second node shares the database of the first: its settings name the URL.
  const url = isEmbedded ? undefined : (settings.DATABASE_URL ?? (await newDatabase()));
  const sink = await startMailSink();
  const errors: unknown[] = [];
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const env = readEnv({
    DATA_DIR: folder,
    MAIL_URL: sink.url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(url && { DATABASE_URL: url, AUTH_SECRET }),
    ...settings,
  });
  const service = await startService({
    env,
    site: configured,
    dist: folderOfSite,
    log,
    onError: (error) => errors.push(error),
  });
  const site = staticListener(folderOfSite);
  const server = createServer((request, response) =>
    (request.url?.startsWith('/api/') ? service.listener : site)(request, response),
  );
  service.attach(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const visitor = (host = 'amber.example', address?: string): Visitor => new Visitor(port, host, address);
  const register: TestService['register'] = async (person, someone = visitor()) => {
    expect((await someone.post(forms.registration.action, { ...person })).status).toBe(200);
    await someone.get(linkIn(await sink.mailTo(person.email)));
    return someone;
  };
  return {
    port,
    sink,
    errors,
    logged,
    brand: (id) => service.brands.get(id)!,
    visitor,
    register,
    join: async (facts, host) => {
      const person = newPerson(facts);
      const someone = await register(person, visitor(host));
      await someone.post(forms.confirm.action, { password: person.password });
      const { brand } = editions.find((edition) => edition.host === (host ?? 'amber.example'))!;
      await service.brands
        .get(brand.id)!
        .db.updateTable('user')
        .set({ createdAt: new Date(Date.now() - 172_800_000) })
        .where('email', '=', person.email)
        .execute();
      return { visitor: someone, person };
    },
    addUser: async (facts, host = 'amber.example') => {
      const [person, someone] = [newPerson(facts), visitor(host)];
      const edition = editions.find((one) => one.host === host)!;
      await addUser(service.brands.get(edition.brand.id)!, edition, person, someone);
      return { visitor: someone, person };
    },
    close: async () => {
      server.close();
      service.closeSockets();
      server.closeAllConnections();
      await service.close();
      await sink.stop();
      rmSync(folder, { recursive: true, force: true });
      if (errors.length > 0) throw new AggregateError(errors, 'The service met unexpected errors.');
    },
  };
}

/** Has a person with a nickname registered days ago. */
export async function backdateAccount(
  service: TestService,
  brand: string,
  nickname: string,
  days: number,
): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000);
  const { db } = service.brand(brand);
  await db.updateTable('user').set({ rulesAcceptedAt: at, createdAt: at }).where('name', '=', nickname).execute();
}

export const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.get(resources.account)).status === 200;

/** A visitor of another node, with the cookies of this visitor. */
export function visitorOn(node: TestService, { cookies }: Visitor): Visitor {
  const visitor = node.visitor();
  for (const cookie of cookies) visitor.cookies.set(...cookie);
  return visitor;
}

/** URL of a new database, with every table or empty. */
export async function newDatabase(isEmpty = false): Promise<string> {
  const prepared = inject('postgres');
  if (!prepared) throw new Error('PostgreSQL is missing. Install it with: npm run setup:all');
  const name = randomUUID();
  const template = isEmpty ? 'template1' : new URL(prepared).pathname.slice(1);
  const server = new Client(databaseAt(prepared, 'postgres'));
  await server.connect();
  await server.query(`create database "${name}" template "${template}"`);
  await server.end();
  return databaseAt(prepared, name);
}

const databaseAt = (url: string, name: string): string => new URL(`/${name}`, url).href;

/** Forms that could reveal whether an address has an account, as a stranger sends them. */
export const formsWithAddress: [what: string, action: string, fields: (email: string) => Record<string, string>][] = [
  ['registration', forms.registration.action, (email) => ({ ...newPerson({ email }) })],
  ['mail sent again', forms.correctAddress.action, (email) => ({ email })],
  ['restoration', forms.restore.action, (email) => ({ email })],
  ['login', forms.login.action, (email) => ({ email, password: 'not this one at all' })],
];
