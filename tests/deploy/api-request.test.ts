import type { RequestListener } from 'node:http';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { listenOnFreePort } from '../../scripts/lib/listen/listen-on-free-port.ts';
import { ApiError, apiRequest } from '../../src/deploy/requests/api-request.ts';
import { Credentials } from '../../src/deploy/requests/credentials.ts';
import { parseRetryAfter } from '../../src/deploy/requests/retry.ts';

const credentials = new Credentials(process.env);

const SECRET = 'marked-secret-4711';
const { signal } = new AbortController();
const closing: (() => void)[] = [];
// Waits that a server has not asked for are as short as they can be.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) close();
  delete process.env.TEST_API_TOKEN;
});

/** @returns address of a server */
async function serve(listener: RequestListener): Promise<string> {
  const { port, close } = await listenOnFreePort(listener);
  closing.push(close);
  return `http://127.0.0.1:${port}`;
}

test('requests succeed over a network that fails every fifth of them', async () => {
  let count = 0;
  const url = await serve((request, response) => {
    count += 1;
    if (count % 5 === 0) request.socket.destroy();
    else response.end(JSON.stringify({ count }));
  });
  for (let sent = 0; sent < 20; sent += 1)
    await apiRequest(url, z.object({ count: z.number() }), { credentials, signal });
  expect(count).toBe(24);
});

test('a request waits as long as Retry-After says', async () => {
  const times: number[] = [];
  const url = await serve((_, response) => {
    times.push(performance.now());
    if (times.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end();
    else response.end('"done"');
  });
  expect(await apiRequest(url, z.string(), { credentials, signal })).toBe('done');
  expect(times[1]! - times[0]!).toBeGreaterThan(950);
  expect(parseRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT', Date.UTC(2015, 9, 21, 7, 27, 30))).toBe(30_000);
});

test('an error of an API has no credentials, even where the API repeats them', async () => {
  process.env.TEST_API_TOKEN = SECRET;
  const url = await serve((request, response) => {
    response.writeHead(403).end(`Bad token in ${request.headers.authorization} of ${request.url}`);
  });
  const refused = apiRequest(`${url}/zones?key=${SECRET}`, z.unknown(), {
    credentials,
    signal,
    headers: { Authorization: `Bearer ${SECRET}` },
  });
  const error = await refused.then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error?.message).toMatch(/GET .*\/zones was answered 403: Bad token in Bearer \[TEST_API_TOKEN\]/);
  expect(error?.message).not.toContain(SECRET);
});

test('an answer that does not fit the schema is an error that names the field', async () => {
  const url = await serve((_, response) => response.end('{"success":"yes"}'));
  const answered = apiRequest(url, z.object({ success: z.boolean() }), { credentials, signal });
  await expect(answered).rejects.toThrow(/unexpected answer: success:/);
});
