import { request } from 'node:http';

export interface Reply {
  status: number;
  headers: Record<string, string | undefined>;
  cookies: string[];
  text: string;
  json: () => unknown;
}

let visitors = 0;

/** An HTTP client of a host, with separate cookies and a separate network address. Its page was loaded over TLS. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly port: number;
  readonly host: string;
  /** Origin of its pages. */
  readonly origin: string;
  readonly address: string;
  readonly from: string | undefined;

  /**
   * @param address value of X-Forwarded-For
   * @param from local address of the connection
   */
  constructor(port: number, host: string, address = addressOf(visitors++), from?: string) {
    this.port = port;
    this.from = from;
    this.host = host;
    this.origin = `https://${host}`;
    this.address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, undefined, headers);
  }

  /** Sends a form as a script does. With `Accept: text/html` it sends the form as a page without scripts does. */
  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', path, new URLSearchParams(fields).toString(), headers);
  }

  async send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Reply> {
    const all = {
      Host: this.host,
      Accept: 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': this.address,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(this.cookies.size && { Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(method === 'POST' && {
        Origin: this.origin,
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
      ...headers,
    };
    const reply = await ask(this.port, method, path, body, all, this.from);
    for (const cookie of reply.cookies) this.#keep(cookie);
    return reply;
  }

  #keep(cookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
    if (/Max-Age=0\b/i.test(cookie)) this.cookies.delete(name!);
    else this.cookies.set(name!, value!);
  }
}

/** Sends a request with exactly these headers. */
export const ask = (
  port: number,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
  localAddress?: string,
): Promise<Reply> =>
  new Promise((done, failed) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false, localAddress };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        done({
          status: response.statusCode!,
          headers: response.headers as Record<string, string>,
          cookies: response.headers['set-cookie'] ?? [],
          text,
          json: () => JSON.parse(text) as unknown,
        }),
      );
    });
    sent.on('error', failed);
    sent.end(body);
  });

/** Visitors of a test file are in different /24 networks. */
const addressOf = (number: number): string => `10.${number >> 8}.${number & 255}.1`;

/** Values of `Origin` that are not the origin of a visitor's page: none, other hosts, ports and schemes. */
export const foreignOrigins = ({ host }: Visitor): string[] => [
  '',
  'null',
  'https://evil.example',
  `https://evil.${host}`,
  `https://${host}.evil.example`,
  `https://${host}:1`,
  `http://${host}`,
  `http://${host}.localhost`,
  `ftp://${host}`,
  host,
  `https://ru.${host}`,
];
