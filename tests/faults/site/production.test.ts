// docs/production.md as an operator follows it, from an empty Debian on: its commands run as they stand there.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import { gradeHeaders } from '../../../scripts/audit/observatory.ts';
import { resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { type Manifest, type ManifestEdition, readManifest } from '../../../src/output/manifest.ts';
import { DebianMachine } from '../../support/deploy/machine/debian-machine.ts';
import { commandsByHeading } from '../../support/deploy/machine/page-commands.ts';
import { testWith } from '../../support/programs.ts';
import { enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { linkIn, type MailSink, startMailSink } from '../../support/service/mail-sink.ts';
import { newPerson } from '../../support/service/test-service.ts';
import { Visitor } from '../../support/service/visitor.ts';
import { pebbleRoot, startPebble, writeCertificate } from '../../support/serving/pebble.ts';

const PAGE = readFileSync('docs/production.md', 'utf8');
const commands = commandsByHeading(PAGE);
const PEBBLE = { acme: 14_000, management: 15_000, dns: 8053, dnsManagement: 8055, http: 80, https: 443 };
const MAIL_PORT = 2525;
/** The operator's copy of the project. */
const REPOSITORY = '/root/repository';
const RULES = 'src/content/documents/shared/en/rules.md';

const test = testWith('debootstrap');

let machine: DebianMachine;
let sink: MailSink;
/** Certificate of the authority. */
let ca: string;
let site: Manifest;

beforeAll(async () => {
  [machine, sink] = await Promise.all([DebianMachine.install(), startMailSink()]);
  await machine.lead(MAIL_PORT, Number(new URL(sink.url).port));
  for (const heading of ['Production', 'Programs and project', 'Database and nodes', 'HTTPS']) await follow(heading);
}, 1_800_000);
afterAll(async () => {
  await machine.remove();
  await sink.stop();
});

test('Caddy answers every host over HTTPS in each of its languages, with headers of grade A+', expectSite);

test('people register, sign in, and hear each other at different nodes', async () => {
  const { host } = englishEdition();
  const [anna, boris] = await Promise.all([4321, 4322].map((port) => enterAt(port, host)));
  const room = 'en.lounge';
  for (const user of [anna!, boris!]) await user.ask('enter', { room });
  await anna!.say(room, 'Good evening');
  await expect.poll(() => boris!.heard(room)).toEqual(['Good evening']);
  for (const { socket } of [anna!, boris!]) socket.disconnect();
});

test('a changed rule and the way back reach visitors, and nothing restarts', async () => {
  const before = await processes();
  expect(before).toMatch(/^(?:MainPID=[1-9]\d*\n){3}$/);
  const { host } = englishEdition();
  const former = readManifest(join(machine.root, 'opt/chat/dist')).build;
  const rules = async (): Promise<string> => (await (await visitorOf(host)).get('/rules', HTML)).text;
  expect(await rules()).not.toContain(ADDED);
  const file = join(REPOSITORY, RULES);
  machine.write(file, readFileSync(join(machine.root, file), 'utf8').replace(/^1\. .*?(?= \{#)/m, `$& ${ADDED}`));
  await machine.run(`git -C ${REPOSITORY} commit --quiet --all --message 'Change a rule'`);
  const [change, back] = split(commands.get('A changed rule')!, (command) => command.startsWith('systemctl'));
  for (const command of change) await step(command);
  expect(await rules()).toContain(ADDED);
  const last = back.at(-1)!;
  expect(last).toMatch(/--to \w+$/);
  await step(last.replace(/\w+$/, former));
  expect(await rules()).not.toContain(ADDED);
  expect(await processes()).toBe(before);
});

test('each node restarts in turn, and Caddy answers every request meanwhile', restartNodes);

test('nginx answers in place of Caddy, with headers of grade A+', async () => {
  await follow('nginx in place of Caddy');
  await expectSite();
});

test('each node restarts in turn, and nginx answers every request meanwhile', restartNodes);

const ADDED = 'Be kind to all.';
const HTML = { Accept: 'text/html' };

/** Restarts the nodes as the page says, and expects an answer to each request meanwhile. */
async function restartNodes(): Promise<void> {
  const before = await processes();
  const restart = commands.get('A changed rule')!.find((command) => command.startsWith('systemctl'))!;
  const visitor = await visitorOf(englishEdition().host);
  const end = new AbortController();
  const restarted = step(restart).finally(() => end.abort());
  const answers = new Map<number, number>();
  while (!end.signal.aborted) {
    const { status } = await visitor.get(`${resources.account}?visitor`);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    await new Promise((done) => setTimeout(done, 20));
  }
  await restarted;
  expect([...answers.keys()]).toEqual([204]);
  expect(await processes()).not.toBe(before);
}

/** Follows a section of the page. */
async function follow(heading: string): Promise<void> {
  for (const command of commands.get(heading)!) await step(command);
}

/** Runs a command of the page, and takes the part of Debian or a person beside it. */
async function step(command: string): Promise<void> {
  const started = performance.now();
  await machine.run(withOwnValues(command), /^(?:apt-get|npm (?:ci|install))\b/.test(command) ? 'host' : 'own');
  const [, act] = afterwards.find(([pattern]) => pattern.test(command)) ?? [];
  await act?.();
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s  ${command.split('\n', 1)[0]}`);
}

/** The variables of the page, which an operator fills. */
const withOwnValues = (command: string): string =>
  command
    .replace(/^(export REPOSITORY=).*/, `$1${REPOSITORY}`)
    .replace(/^(export MAIL_URL=).*/, `$1smtp://127.0.0.1:${MAIL_PORT}`);

/** Acts beside commands: Debian starts the servers of its packages, names lead to the machine, and Pebble stands for the certificate authority. */
const afterwards: [RegExp, () => Promise<unknown>][] = [
  [
    /^apt-get install .* postgresql/,
    async () => {
      await machine.run('systemctl start postgresql@15-main');
      await trustPebble();
      await makeRepository();
    },
  ],
  [
    /^npm run build/,
    async () => {
      site = readManifest(join(machine.root, 'opt/chat/dist'));
      const hosts = new Set(site.editions.map(({ host }) => host));
      machine.write('etc/hosts', `127.0.0.1 localhost ${[...hosts].join(' ')}\n`);
    },
  ],
  [
    /^sed .*Caddyfile/,
    () => machine.run(`sed -i 's|admin off|&\\n\\tacme_ca https://localhost:${PEBBLE.acme}/dir|' /etc/caddy/Caddyfile`),
  ],
  [
    /^apt-get install .* nginx/,
    async () => {
      machine.write('etc/letsencrypt/cli.ini', `server = https://localhost:${PEBBLE.acme}/dir\n`);
      await machine.run('systemctl start nginx');
    },
  ],
];

/** Starts Pebble on the machine, which then trusts it as well as the authorities of the host. */
async function trustPebble(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pebble-'));
  writeCertificate(folder, []);
  startPebble(folder, PEBBLE, (program, args, env) => machine.start(program, args, env));
  ca = await pebbleRoot({ socketPath: await machine.portAsFile(PEBBLE.management) });
  const trusted = 'usr/local/share/ca-certificates';
  machine.write(`${trusted}/host.crt`, readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8'));
  machine.write(`${trusted}/pebble.crt`, readFileSync(join(folder, 'fullchain.pem'), 'utf8'));
  machine.write(`${trusted}/authority.crt`, ca);
  await machine.run('update-ca-certificates');
  rmSync(folder, { recursive: true });
}

/** Commits this project with the target of the page, as the copy of an operator. */
async function makeRepository(): Promise<void> {
  const left = new Set([
    '.git',
    ...readFileSync('.gitignore', 'utf8')
      .split('\n')
      .map((line) => line.replaceAll('/', '')),
  ]);
  for (const name of readdirSync('.').filter((each) => !left.has(each)))
    cpSync(name, join(machine.root, REPOSITORY, name), { recursive: true });
  machine.write(`${REPOSITORY}/deploy.config.ts`, /^```ts\n([\s\S]*?)^```$/m.exec(PAGE)![1]!);
  await machine.run(`git config --global user.email operator@localhost
    git config --global user.name Operator
    git init --quiet ${REPOSITORY}
    git -C ${REPOSITORY} add --all
    git -C ${REPOSITORY} commit --quiet --message Start`);
}

const processes = (): Promise<string> => machine.run('systemctl show --property=MainPID chat@4321 chat@4322 caddy');

const englishEdition = (): ManifestEdition =>
  site.editions.find((edition) => edition.lang === 'en' && edition.default)!;

/** A visitor whose requests go to the server in front over TLS. */
const visitorOf = async (host: string): Promise<Visitor> => new Visitor(await machine.reach(443, { host, ca }), host);

async function expectSite(): Promise<void> {
  const plain = await machine.portAsFile(80);
  for (const { host, lang } of site.editions) {
    const { status, headers, text } = await (await visitorOf(host)).get(`/?lang=${lang}`, HTML);
    const facts = [
      status,
      /<html[^>]* lang="?([\w-]+)/.exec(text)?.[1],
      gradeHeaders(host, headers as never, text).grade,
    ];
    expect(facts, host).toEqual([200, lang, 'A+']);
    expect(await redirectOf(plain, host), host).toEqual([308, `https://${host}/rules?x=1`]);
  }
}

const redirectOf = (socketPath: string, host: string): Promise<[number | undefined, string | undefined]> =>
  new Promise((done, fail) => {
    request({ socketPath, path: '/rules?x=1', headers: { Host: host }, agent: false }, (response) => {
      response.resume().on('end', () => done([response.statusCode, response.headers.location]));
    })
      .on('error', fail)
      .end();
  });

/** Registers a person over HTTPS, signs in again, and enters the chat at a node. */
async function enterAt(port: number, host: string): Promise<TestUser> {
  const [stranger, visitor] = [await visitorOf(host), await visitorOf(host)];
  const person = newPerson();
  expect((await stranger.post(forms.registration.action, { ...person })).status).toBe(200);
  await stranger.get(linkIn(await sink.mailTo(person.email)));
  expect((await stranger.post(forms.confirm.action, { password: person.password })).status).toBe(200);
  const { email, password } = person;
  expect((await visitor.post(forms.login.action, { email, password })).status).toBe(200);
  const atNode = new Visitor(await machine.reach(port), host);
  for (const cookie of visitor.cookies) atNode.cookies.set(...cookie);
  return enterChat(atNode);
}

/** Commands before the first that matches, and those from it on. */
function split(list: string[], isFirst: (command: string) => boolean): [string[], string[]] {
  const at = list.findIndex(isFirst);
  return [list.slice(0, at), list.slice(at)];
}
