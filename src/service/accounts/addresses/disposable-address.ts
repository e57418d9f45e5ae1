import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

const blocked = disposableEmailBlocklistSet();

/**
 * Whether an address belongs to a service for disposable mail, where strangers may read it. The list has no forwarding relays.
 * @param email valid address in lower case
 * @see https://github.com/disposable-email-domains/disposable-email-domains
 */
export function isDisposableAddress(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  return labels.some((_, index) => blocked.has(labels.slice(index).join('.')));
}
