import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

const blocked = disposableEmailBlocklistSet();

/**
 * Whether an address belongs to a service for throwaway mail, where others may read it. Forwarding relays are not on the list.
 * @param email checked, in lower case
 * @see https://github.com/disposable-email-domains/disposable-email-domains
 */
export function isDisposableAddress(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  return labels.some((_, index) => blocked.has(labels.slice(index).join('.')));
}
