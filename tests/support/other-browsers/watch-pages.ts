import { createHash } from 'node:crypto';
import { type IncomingMessage, request, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

/** Where pages send their errors. */
const PATH = '/errors-of-pages';

/** Sends errors of a page before anything else happens, so that no navigation loses them. */
const SCRIPT = `{
  const send = (text) => {
    const request = new XMLHttpRequest();
    request.open('POST', '${PATH}', false);
    request.send(location.pathname + ': ' + text);
  };
  const { error } = console;
  console.error = (...parts) => (send(parts.join(' ')), error(...parts));
  addEventListener('error', ({ message, target }) => send(message ?? 'cannot load ' + target.outerHTML), true);
  addEventListener('unhandledrejection', ({ reason }) => send(String(reason)));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    send('Content security policy: ' + effectiveDirective + ' blocks ' + blockedURI));
}`;

const HASH = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/**
 * Passes requests on to a server, and adds a script to its pages that reports their errors: the WebDriver of WebKitGTK does not.
 * @param errors gets the errors
 */
export const watchPages =
  (port: number, errors: string[]): RequestListener =>
  async (asked, response) => {
    if (asked.url === PATH) {
      errors.push(await text(asked));
      return response.writeHead(204).end();
    }
    const { method, url: path, headers } = asked;
    const answer = await new Promise<IncomingMessage>((done, failed) => {
      const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, 'accept-encoding': 'identity' } };
      asked.pipe(request(options, done).on('error', failed));
    });
    if (!answer.headers['content-type']?.startsWith('text/html') || answer.statusCode !== 200)
      return answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
    const { 'content-length': _, 'content-security-policy': policy = '', ...others } = answer.headers;
    response.writeHead(200, {
      ...others,
      'content-security-policy': String(policy).replace('script-src', `$& ${HASH}`),
    });
    return response.end((await text(answer)).replace(/<head[^>]*>/, `$&<script>${SCRIPT}</script>`));
  };
