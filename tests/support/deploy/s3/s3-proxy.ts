import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';

import { listenOnFreePort } from '../../../../scripts/lib/listen/listen-on-free-port.ts';

/** An S3 server over a network that can fail. */
export interface S3Proxy {
  endpoint: string;
  /** Requests so far, such as `PUT /site/files/…`. */
  requests: string[];
  /** Decides the fault of each request, by its number from 1. */
  fault: ((line: string, number: number) => Fault | undefined) | undefined;
  close: () => void;
}

/** An error answer instead of the server's; a lost connection before or after the server has carried the request out. */
type Fault = { status: number; code: string; message?: string } | 'reset' | 'lost answer';

export async function startS3Proxy(server: string): Promise<S3Proxy> {
  const proxy: S3Proxy = { endpoint: '', requests: [], fault: undefined, close: () => undefined };
  const { port, close } = await listenOnFreePort((incoming, response) => {
    const line = `${incoming.method} ${decodeURIComponent(incoming.url!.replace(/[?&]x-id=\w+/, ''))}`;
    proxy.requests.push(line);
    const fault = proxy.fault?.(line, proxy.requests.length);
    if (fault === 'reset') return void incoming.socket.destroy();
    if (typeof fault === 'object') return void answer(incoming, response, fault);
    const passed = pass(server, incoming, (received) => {
      if (fault === 'lost answer') return void incoming.socket.destroy();
      response.writeHead(received.statusCode!, received.headers);
      received.pipe(response);
    });
    // A client that is gone.
    passed.on('error', () => response.destroy());
  });
  return Object.assign(proxy, { endpoint: `http://127.0.0.1:${port}`, close });
}

/** The Host header stays as it is, because it is signed. */
function pass(server: string, incoming: IncomingMessage, done: (received: IncomingMessage) => void): ClientRequest {
  const { hostname, port } = new URL(server);
  const { method, url, headers } = incoming;
  const passed = request({ hostname, port, method, path: url, headers }, done);
  incoming.pipe(passed);
  return passed;
}

function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, code, message = code }: Fault & object,
): void {
  incoming.resume();
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(
    incoming.method === 'HEAD'
      ? undefined
      : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>`,
  );
}
