/** Takes everything out of a description or a candidate that tells more than the address of a relay. */
export const stripIpAddresses = (text: string): string =>
  text
    .replaceAll(/^a=candidate:(?!.* typ relay ).*\r\n/gm, '')
    .replaceAll(/ raddr \S+ rport \d+/g, ' raddr 0.0.0.0 rport 0');
