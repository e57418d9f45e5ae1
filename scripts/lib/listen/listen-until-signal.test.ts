import { type IncomingHttpHeaders, request, type Server } from 'node:http';

import { expect, test } from 'vitest';

import { serve } from './listen-until-signal.ts';

test('an idle connection stays open for longer than a CDN keeps it', async () => {
  let server!: Server;
  const nothing = () => Promise.resolve();
  const url = await serve({ PORT: 0, LISTEN: '127.0.0.1' }, (_request, response) => response.end(), {
    attach: (own) => (server = own),
    drain: nothing,
    closeSockets: nothing,
    close: nothing,
  });
  const headers = await new Promise<IncomingHttpHeaders>((done, failed) => {
    const sent = request({ host: '127.0.0.1', port: new URL(url).port, headers: { Connection: 'keep-alive' } });
    sent.once('response', (response) => done(response.resume().headers)).once('error', failed);
    sent.end();
  });
  server.close();
  server.closeAllConnections();
  const seconds = Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))![1]);
  // Cloudflare: 900 s. @see https://developers.cloudflare.com/fundamentals/reference/connection-limits/
  expect(seconds).toBeGreaterThan(900);
});
