import { request } from 'node:http';

export interface Reply {
  status: number;
  headers: Record<string, string | undefined>;
  cookies: string[];
  text: string;
  json: () => unknown;
}

let visitors = 0;

/** Somebody with a browser and a network address of their own, on one host. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly port: number;
  readonly host: string;
  readonly address: string;
  readonly from: string | undefined;

  /**
   * @param address what X-Forwarded-For says
   * @param from the address of this machine that it connects from
   */
  constructor(port: number, host: string, address = addressOf(visitors++), from?: string) {
    this.port = port;
    this.from = from;
    this.host = `${host}.localhost:${port}`;
    this.address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, undefined, headers);
  }

  /** As a script of the page sends a form; with `Accept: text/html`, as the page itself does. */
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
        Origin: `http://${this.host}`,
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

/** Sends a request in which every header is as given. */
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

/** No two visitors of a test file are in one /24. */
const addressOf = (number: number): string => `10.${number >> 8}.${number & 255}.1`;
