import { brotliDecompressSync } from 'node:zlib';

import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { sendCompressedJson } from './compressed-json.ts';

const body = { rooms: Array.from({ length: 40 }, (_, id) => ({ id, kind: 'public', topic: 'lounge', unread: 0 })) };

test('a browser gets JSON in the encoding that it accepts', async () => {
  const app = new Hono().get('/', (c) => sendCompressedJson(c, body));
  const [small, plain] = await Promise.all(
    ['gzip, deflate, br', 'gzip'].map((accepted) => app.request('/', { headers: { 'Accept-Encoding': accepted } })),
  );
  expect([small!.headers.get('Content-Encoding'), plain!.headers.get('Content-Encoding')]).toEqual(['br', null]);
  expect([small!.headers.get('Vary'), plain!.headers.get('Vary')]).toEqual(Array(2).fill('Accept, Accept-Encoding'));
  const sent = Buffer.from(await small!.arrayBuffer());
  expect(sent.length).toBeLessThan(JSON.stringify(body).length / 5);
  expect(JSON.parse(brotliDecompressSync(sent).toString())).toEqual(body);
  expect(await plain!.json()).toEqual(body);
});
