import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

import { vi } from 'vitest';

import { programs } from '../programs.ts';

export interface PebblePorts {
  /** Where servers ask for certificates. */
  acme: number;
  /** Where the certificate of the authority is read. */
  management: number;
  dns: number;
  dnsManagement: number;
  /** Where the authority looks for its tokens. */
  http: number;
  https: number;
}

/** Writes `fullchain.pem` and `privkey.pem` for hosts of a test and this machine. */
export function writeCertificate(folder: string, hosts: string[]): void {
  const names = [...hosts, 'localhost'].map((host) => `DNS:${host}`).join(',');
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${hosts[0] ?? 'localhost'}`;
  execFileSync(
    'openssl',
    // prettier-ignore
    [...args.split(' '), '-addext', `subjectAltName=${names},IP:127.0.0.1`, '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
    { stdio: 'ignore' },
  );
}

/**
 * Starts the certificate authority Pebble, for which every name leads to loopback.
 * @param folder has a certificate for its own address
 * @param start starts a program
 */
export function startPebble(
  folder: string,
  { acme, management, dns, dnsManagement, http, https }: PebblePorts,
  start: (program: string, args: string[], env: Record<string, string>) => void,
): void {
  const pebble = {
    listenAddress: `127.0.0.1:${acme}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: join(folder, 'fullchain.pem'),
    privateKey: join(folder, 'privkey.pem'),
    httpPort: http,
    tlsPort: https,
  };
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  const dnsArguments = `-http01= -https01= -tlsalpn01= -defaultIPv6= -dns01=127.0.0.1:${dns} -management=127.0.0.1:${dnsManagement}`;
  start(`${programs.pebble}-challtestsrv`, dnsArguments.split(' '), {});
  const args = ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dns}`];
  start(programs.pebble!, args, { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' });
}

/** Certificate of the authority, once it answers. @param place its port `management`, or a file that stands for it */
export const pebbleRoot = (place: { port: number } | { socketPath: string }): Promise<string> =>
  vi.waitFor(() => rootAt(place), { timeout: 60_000 });

const rootAt = (place: object): Promise<string> =>
  new Promise((done, fail) => {
    request({ ...place, path: '/roots/0', rejectUnauthorized: false, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => done(text));
    })
      .on('error', fail)
      .end();
  });
