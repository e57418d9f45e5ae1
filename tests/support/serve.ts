import { listen } from '../../scripts/listen.ts';
import type { Edition } from '../../src/editions/editions.ts';
import { siteListener } from '../../src/publish/serve.ts';
import { dist } from './dist.ts';

/** Serves one edition of the real site under an address of its own, for tools that can set no Host header. */
export async function serveEdition({ host, lang }: Edition): Promise<{ origin: string; close: () => void }> {
  const listener = siteListener(dist);
  const { port, close } = await listen((request, response) => {
    Object.assign(request.headers, { host, cookie: `lang=${lang}` });
    listener(request, response);
  });
  return { origin: `http://127.0.0.1:${port}`, close };
}
