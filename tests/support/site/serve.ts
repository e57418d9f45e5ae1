import { listen } from '../../../scripts/lib/listen.ts';
import { staticListener } from '../../../src/server/static-listener.ts';
import { dist } from '../dist.ts';

/** Serves one host of a built site under an address of its own, for tools that can set no Host header, as to a crawler: without cookies and wishes. */
export async function serveHost(host: string, folder = dist): Promise<{ origin: string; close: () => void }> {
  const listener = staticListener(folder);
  const { port, close } = await listen((request, response) => {
    request.headers.host = host;
    delete request.headers.cookie;
    delete request.headers['accept-language'];
    listener(request, response);
  });
  return { origin: `http://127.0.0.1:${port}`, close };
}
