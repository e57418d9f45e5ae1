import { readFileSync } from 'node:fs';

import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished } from 'vitest';

import { findOnPath } from '../../../scripts/lib/programs/find-on-path.ts';
import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { programs, testWith } from '../../support/programs.ts';
import { acquaint, hangUp, of, ring } from '../../support/service/calls/call-steps.ts';
import { type Coturn, credentialFor, startCoturn } from '../../support/service/calls/coturn.ts';
import { type Credential, TurnClient } from '../../support/service/calls/turn-client.ts';
import { enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { startTestService } from '../../support/service/test-service.ts';

const test = testWith('coturn');
const OK = 0;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const QUOTA_REACHED = 486;

const configuration = readFileSync('deploy/turnserver.conf', 'utf8');

let coturn: Coturn;
const clients: TurnClient[] = [];

beforeAll(async () => {
  if (programs.coturn) coturn = await startCoturn();
});
afterEach(() => clients.splice(0).forEach((client) => client.close()));
afterAll(() => coturn?.close());

const turn = (credential: Credential, transport: 'udp' | 'tcp' = 'udp'): TurnClient => {
  const client = new TurnClient(coturn.port, transport, credential);
  clients.push(client);
  return client;
};

test('coturn understands every line of the shipped configuration', () => {
  expect(coturn.output()).not.toMatch(/bad configuration|unknown|invalid/i);
});

describe.each(['udp', 'tcp'] as const)('over %s', (transport) => {
  test('two peers with a credential hear each other through their relays', async () => {
    const { username, credential } = credentialFor(coturn);
    const args = ['-y', '-n', '3', '-m', '1', '-u', username, '-w', credential, '-p', `${coturn.port}`];
    const { output } = await runAndCapture(
      findOnPath('turnutils_uclient')!,
      [...args, ...(transport === 'tcp' ? ['-t'] : []), '127.0.0.1'],
      '.',
      process.env,
    );
    expect(output).toMatch(/tot_send_msgs=(?<sent>[1-9]\d*), tot_recv_msgs=\k<sent>\n/);
    expect(output).toContain('Total lost packets 0 ');
  });

  test('an expired, forged or foreign credential gets no relay', async () => {
    const good = credentialFor(coturn);
    expect(await turn(good, transport).allocate()).toBe(OK);
    const bad = {
      over: credentialFor(coturn, -60),
      forged: credentialFor({ ...coturn, secret: 'another secret' }),
      ofAnother: { ...credentialFor(coturn), credential: good.credential },
      prolonged: { ...good, username: `9${good.username}` },
    };
    for (const [what, credential] of Object.entries(bad))
      expect(await turn(credential, transport).allocate(), what).toBe(UNAUTHORIZED);
  });
});

test('during a rotation, credentials of the old and of the new secret work', async () => {
  const next = 'the secret of next year, and long enough';
  const both = await startCoturn([`static-auth-secret=${next}`]);
  for (const secret of [both.secret, next]) {
    const client = new TurnClient(both.port, 'udp', credentialFor({ ...both, secret }));
    clients.push(client);
    expect(await client.allocate()).toBe(OK);
  }
  await both.close();
});

test('a call goes on after its credential expires', async () => {
  const credential = credentialFor(coturn, 2);
  const client = turn(credential);
  expect(await client.allocate()).toBe(OK);
  await expect.poll(() => turn(credential).allocate()).toBe(UNAUTHORIZED);
  expect(await client.refresh()).toBe(OK);
  expect(await client.permit('127.0.0.1')).toBe(OK);
});

describe.each([
  {
    family: 'IPv4' as const,
    open: ['127.0.0.1', '8.8.8.8'],
    shut: [
      '0.0.0.0',
      '0.0.0.1',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.2',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
  },
  {
    family: 'IPv6' as const,
    open: ['2606:4700::1111'],
    shut: [
      '::',
      '::1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:169.254.169.254',
      '64:ff9b::a00:1',
      '100::1',
      '2001::1',
      '2001:db8::1',
      '2002:a00:1::1',
      '3fff::1',
      '5f00::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fec0::1',
      'ff02::1',
    ],
  },
])('to $family', ({ family, open, shut }) => {
  test('a relay sends to public addresses, and not to private or reserved addresses', async () => {
    const client = turn(credentialFor(coturn));
    expect(await client.allocate(family)).toBe(OK);
    const ask = async (address: string) => [await client.permit(address), await client.bind(address)];
    for (const address of open) expect(await ask(address), address).toEqual([OK, OK]);
    for (const address of shut) expect(await ask(address), address).toEqual([FORBIDDEN, FORBIDDEN]);
  });
});

test('a user gets the quota at most with any number of credentials, and takes nothing from others', async () => {
  const quota = Number(/^user-quota=(\d+)$/m.exec(configuration)![1]);
  const codes = [];
  for (let tries = 0; tries < quota + 5; tries += 1)
    codes.push(await turn(credentialFor(coturn, 300 - tries, 'one and the same')).allocate());
  expect(codes).toEqual([...Array<number>(quota).fill(OK), ...Array<number>(5).fill(QUOTA_REACHED)]);
  expect(await turn(credentialFor(coturn)).allocate()).toBe(OK);
});

test('ended calls do not raise the quota', async () => {
  const service = await startTestService('PGlite', { TURN_URLS: coturn.urls.join(), TURN_SECRET: coturn.secret });
  onTestFinished(service.close);
  const [anna, boris] = (await Promise.all([1, 2].map(async () => enterChat((await service.addUser()).visitor)))) as [
    TestUser,
    TestUser,
  ];
  const room = await acquaint(anna, boris);
  const quota = Number(/^user-quota=(\d+)$/m.exec(configuration)![1]);
  const codes = [];
  for (let calls = 0; calls < 5; calls += 1) {
    const call = await ring(anna, room);
    const relays = await anna.ask('relays', of(call, anna));
    for (let tries = 0; tries < quota / 3; tries += 1) codes.push(await turn(relays).allocate());
    await hangUp(anna, call);
  }
  expect(codes.filter((code) => code === OK)).toHaveLength(quota);
  expect(codes.at(-1)).toBe(QUOTA_REACHED);
  for (const { socket } of [anna, boris]) socket.close();
});

test('with the shipped configuration the log holds no addresses', async () => {
  const quiet = await startCoturn(configuration.match(/^(?:log-file=.*|no-stdout-log)$/gm)!);
  for (const server of [quiet, coturn]) {
    const client = new TurnClient(server.port, 'tcp', credentialFor(server));
    expect(await client.allocate()).toBe(OK);
    client.abort();
  }
  const address = /127\.0\.0\.1:\d+$/m;
  await expect.poll(() => coturn.output()).toMatch(address);
  expect(quiet.output()).not.toMatch(address);
  await quiet.close();
});
