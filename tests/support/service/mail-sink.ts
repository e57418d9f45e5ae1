import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  /** Value for `MAIL_URL`. */
  url: string;
  /** Accepted mails, in order. */
  mails: Email[];
  /** Accepts mails, holds them until the mood changes, or refuses them temporarily. */
  mood: 'well' | 'slow' | 'busy';
  /** The next unread mail to an address. @param link text that the mail must contain, such as the path of a link */
  mailTo: (address: string, link?: string) => Promise<Email>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Starts an SMTP server on loopback that stores all mails. */
export async function startMailSink(): Promise<MailSink> {
  const read = new Set<Email>();
  let server: SMTPServer;
  let port = 0;
  const sink: MailSink = {
    url: '',
    mails: [],
    mood: 'well',
    mailTo: async (address, link = '') => {
      for (const late = performance.now() + PATIENCE_MS; performance.now() < late; await sleep(50)) {
        const mail = sink.mails.find(
          (one) => one.to?.[0]?.address === address && !read.has(one) && one.text?.includes(link),
        );
        if (mail) {
          read.add(mail);
          return mail;
        }
      }
      throw new Error(`No mail to ${address}.`);
    },
    stop: () => new Promise((done) => server.close(() => done())),
    start: async () => {
      server = serverFor(sink);
      // Tests kill senders in the middle of a mail. Errors of such connections have a remote address.
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

const PATIENCE_MS = 60_000;

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
  while (sink.mood === 'slow') await sleep(50);
  sink.mails.push(await PostalMime.parse(text));
}

/** Path and query of the link in a mail, without the host it leads to. */
export function linkIn(mail: Email): string {
  const url = new URL(/https?:\S+/.exec(mail.text ?? '')![0]);
  return `${url.pathname}${url.search}`;
}
