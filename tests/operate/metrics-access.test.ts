import { describe, expect, test } from 'vitest';

import { testService, type TestService } from '../support/service/test-service.ts';
import { ask } from '../support/service/visitor.ts';

const TOKEN = 'only-for-tests-and-long-enough-for-them';
const PATH = '/api/metrics';
const local = { Host: '127.0.0.1:4321' };
const statusOf = async ({ port }: TestService, headers: Record<string, string>): Promise<number> =>
  (await ask(port, 'GET', PATH, undefined, headers)).status;

describe('without a token', () => {
  const service = testService('PGlite', { TRUSTED_PROXIES: '' });

  test.each(['127.0.0.1:4321', 'localhost:4321', '[::1]:4321', 'LOCALHOST'])(
    'a program on this machine reads the metrics as %s',
    async (Host) => {
      expect(await statusOf(service, { Host })).toBe(200);
    },
  );

  test.each<[what: string, headers: Record<string, string>]>([
    ['passes the host on', { Host: 'amber.example' }],
    ['passes a host of this machine on', { Host: 'amber.example.localhost:4321' }],
    ['passes a host on that only looks local', { Host: 'localhost.evil.example' }],
    ['passes another address on', { Host: '10.0.0.1' }],
    ['tells for whom it asks', { ...local, 'X-Forwarded-For': '127.0.0.1' }],
    ['tells it in the standard way', { ...local, Forwarded: 'for=127.0.0.1' }],
    ['tells the address', { ...local, 'X-Real-IP': '127.0.0.1' }],
    ['tells the protocol', { ...local, 'X-Forwarded-Proto': 'https' }],
    ['tells its name', { ...local, Via: '1.1 proxy' }],
    ['is a CDN', { ...local, 'CF-Connecting-IP': '127.0.0.1' }],
  ])('metrics are refused through a proxy on this machine that %s', async (_, headers) => {
    expect(await statusOf(service, headers)).toBe(403);
  });

  test('a token that is not configured is refused', async () => {
    for (const token of ['', 'undefined', TOKEN])
      expect(await statusOf(service, { Host: 'amber.example', Authorization: `Bearer ${token}` })).toBe(403);
  });
});

describe('where a proxy on this machine is trusted', () => {
  const service = testService('PGlite', { TRUSTED_PROXIES: '127.0.0.0/8' });

  test('a request from this machine is refused', async () => {
    expect(await statusOf(service, local)).toBe(403);
  });
});

describe('with a token', () => {
  const service = testService('PGlite', { METRICS_TOKEN: TOKEN });

  test('a request with the token reads the metrics from anywhere, also through proxies', async () => {
    for (const headers of [local, { Host: 'amber.example', 'X-Forwarded-For': '198.51.100.1' }])
      expect(await statusOf(service, { ...headers, Authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  test('a request without the token is refused, from this machine too', async () => {
    for (const Authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])
      expect([Authorization, await statusOf(service, { ...local, Authorization })]).toEqual([Authorization, 403]);
    expect(await statusOf(service, local)).toBe(403);
    expect((await ask(service.port, 'GET', `${PATH}?token=${TOKEN}`, undefined, local)).status).toBe(403);
  });
});
