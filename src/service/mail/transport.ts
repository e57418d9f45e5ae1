import { mkdirSync, writeFileSync } from 'node:fs';

import { createTransport, type SendMailOptions } from 'nodemailer';

import { required } from '../../shared/required.ts';
import type { Env } from '../config/env.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Sends mails; rejects if that fails. */
export interface MailTransport {
  send: (mail: SendMailOptions) => Promise<void>;
  close: () => void;
}

/** A mail that became a file, for an inbox on this machine. */
export interface WrittenMail {
  at: Date;
  to: string;
  subject: string;
  /** URL of its link. */
  link: string;
}

/**
 * Sends to the SMTP server of the settings, or writes files.
 * @param onWritten called for each file
 */
export const mailTransport = ({ MAIL_URL, DATA_DIR }: Env, onWritten?: (mail: WrittenMail) => void): MailTransport =>
  MAIL_URL ? smtp(MAIL_URL) : files(`${DATA_DIR}/mail`, onWritten);

/** Wraps a transport: counts sent and failed mails. */
export const countMails = ({ send, close }: MailTransport, { mails }: Metrics): MailTransport => ({
  send: async (mail) => {
    try {
      await send(mail);
      mails.inc({ outcome: 'sent' });
    } catch (error) {
      mails.inc({ outcome: 'failed' });
      throw error;
    }
  },
  close,
});

const TEN_MINUTES_MS = 600_000;

/** A server may take ten minutes to acknowledge a mail; a client with a shorter timeout sends it twice. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2.6 */
function smtp(url: string): MailTransport {
  const transport = createTransport({
    url,
    // Otherwise a machine in between could strip STARTTLS and read every link.
    requireTLS: !LOOPBACK.test(new URL(url).hostname),
    pool: true,
    maxConnections: 4,
    connectionTimeout: 30_000,
    socketTimeout: TEN_MINUTES_MS,
    // Mails contain only text composed here.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function files(folder: string, onWritten?: (mail: WrittenMail) => void): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(mail);
      mkdirSync(folder, { recursive: true });
      const file = `${folder}/${required(mail.messageId, 'id of a mail').slice(1, -1)}.eml`;
      writeFileSync(file, message as Buffer);
      const [link] = required(/^https?:.*/m.exec(String(mail.text)), 'link of a mail');
      const subject = String(mail.subject);
      console.log(`${file}: ${subject}\n  ${link}`);
      onWritten?.({ at: new Date(), to: String(mail.to), subject, link });
    },
    close: () => transport.close(),
  };
}
