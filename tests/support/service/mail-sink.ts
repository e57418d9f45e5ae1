import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  /** For `MAIL_URL`. */
  url: string;
  /** Everything that was taken, in its order. */
  mails: Email[];
  /** How it behaves: takes mails, takes them after a while, or asks to try later. */
  mood: 'well' | 'slow' | 'busy';
  /** The next mail to an address that has not been asked for yet. @param link path of a link that it must have */
  mailTo: (address: string, link?: string) => Promise<Email>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Starts an SMTP server on loopback that keeps what it is given. */
export async function startMailSink(): Promise<MailSink> {
  const read = new Set<Email>();
  let server: SMTPServer;
  let port = 0;
  const sink: MailSink = {
    url: '',
    mails: [],
    mood: 'well',
    mailTo: async (address, link = '') => {
      for (let waited = 0; waited < 20_000; waited += 50) {
        const mail = sink.mails.find(
          (one) => one.to?.[0]?.address === address && !read.has(one) && one.text?.includes(link),
        );
        if (mail) {
          read.add(mail);
          return mail;
        }
        await sleep(50);
      }
      throw new Error(`No mail to ${address}.`);
    },
    stop: () => new Promise((done) => server.close(() => done())),
    start: async () => {
      server = serverFor(sink);
      // Senders are killed in the middle of a mail; anything else is nobody's intention.
      server.on('error', (error) => {
        if (!('remoteAddress' in error)) throw error;
      });
      await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
      ({ port } = server.server.address() as AddressInfo);
      sink.url = `smtp://127.0.0.1:${port}`;
    },
  };
  await sink.start();
  return sink;
}

const SLOW_MS = 3000;

const serverFor = (sink: MailSink): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      take(sink, stream).then(() => done(), done);
    },
  });

async function take(sink: MailSink, stream: Readable): Promise<void> {
  const text = await buffer(stream);
  if (sink.mood === 'busy') throw Object.assign(new Error('Try again later'), { responseCode: 451 });
  if (sink.mood === 'slow') await sleep(SLOW_MS);
  sink.mails.push(await PostalMime.parse(text));
}

/** Path and query of the link in a mail, without the host it leads to. */
export function linkIn(mail: Email): string {
  const url = new URL(/https?:\S+/.exec(mail.text ?? '')![0]);
  return `${url.pathname}${url.search}`;
}
