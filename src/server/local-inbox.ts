import { escapeHtml } from '../shared/text/escape-html.ts';

/** A mail of a service without a mail server. */
interface LocalMail {
  at: Date;
  to: string;
  subject: string;
  link: string;
}

export type LocalInbox = ReturnType<typeof createLocalInbox>;

const MAILS_MAX = 50;

/** The last mails of this process, for a person who tries the service on a machine. */
export function createLocalInbox() {
  const mails: LocalMail[] = [];
  return {
    add: (mail: LocalMail): void => {
      mails.unshift(mail);
      mails.length = Math.min(mails.length, MAILS_MAX);
    },
    html: (): string => `<h1>Mails</h1>
<p>This service sends no mails. It shows them here and writes them to files.</p>
<ul>
${mails.map(itemOf).join('\n')}
</ul>
`,
  };
}

const itemOf = ({ at, to, subject, link }: LocalMail): string =>
  `<li><a href="${escapeHtml(link)}">${escapeHtml(subject)}</a> to ${escapeHtml(to)}, ${at.toISOString().slice(11, 19)} UTC</li>`;
