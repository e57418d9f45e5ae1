/** Removes all addresses except those of TURN servers from a session description or a candidate. */
export const stripIpAddresses = (text: string): string =>
  text
    .replaceAll(/^a=candidate:(?!.* typ relay ).*\r\n/gm, '')
    .replaceAll(/ raddr \S+ rport \d+/g, ' raddr 0.0.0.0 rport 0');
