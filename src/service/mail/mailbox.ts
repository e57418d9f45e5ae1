interface Provider {
  /** A name has the same mailbox in all of them. */
  domains: string[];
  /** A name as the provider compares it. */
  plain?: (name: string) => string;
}

/** Providers that give a mailbox several addresses, beside those with `+`. */
const PROVIDERS: Provider[] = [
  // https://support.google.com/mail/answer/7436150
  { domains: ['gmail.com', 'googlemail.com'], plain: (name) => name.replaceAll('.', '') },
  // https://support.apple.com/en-us/HT201771
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // https://proton.me/support/addresses-and-aliases
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    plain: (name) => name.replaceAll(/[._-]/g, ''),
  },
  // https://yandex.com/support/id/authorization/email.html
  {
    domains: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'ya.ru'],
    plain: (name) => name.replaceAll('.', '-'),
  },
];

/**
 * The mailbox of an address, in the spelling in which its provider compares them: `l.ena+chat@googlemail.com` is `lena@gmail.com`. A tag after
 * `+` leads to the same mailbox at any provider.
 * @param email in lower case
 * @see https://www.rfc-editor.org/rfc/rfc5233
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at).replace(/[+].*/s, ''), email.slice(at + 1)];
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  return `${provider?.plain?.(name) ?? name}@${provider?.domains[0] ?? domain}`;
}
