import { test } from 'vitest';

import { findChromium, findHeadlessShell } from '../../scripts/lib/programs/chromium.ts';
import { findMiniBrowser } from '../../scripts/lib/programs/find-mini-browser.ts';
import { findOnPath } from '../../scripts/lib/programs/find-on-path.ts';
import { findPostgres } from '../../scripts/lib/programs/start-postgres.ts';

/** Programs that tests start. `npm run setup:all` installs missing programs. */
export const programs = {
  chromium: findHeadlessShell(),
  /** Chromium with permission prompts. */
  wholeChromium: findChromium(),
  firefox: findOnPath('firefox-esr') ?? findOnPath('firefox'),
  webKit: findMiniBrowser(),
  webKitDriver: findOnPath('WebKitWebDriver'),
  /** A display in memory, for WebKitGTK. */
  xvfb: findOnPath('Xvfb'),
  java: findOnPath('java'),
  nginx: findOnPath('nginx'),
  varnishd: findOnPath('varnishd'),
  caddy: findOnPath('caddy'),
  /** A certificate authority for tests. Its package has `pebble-challtestsrv`, too. */
  pebble: findOnPath('pebble'),
  /** Makes a system in a folder. Its network is set up with `ip`. */
  debootstrap: findOnPath('ip') && findOnPath('debootstrap'),
  sshd: findOnPath('rsync') && findOnPath('sshd'),
  coturn: findOnPath('turnserver'),
  postgres: findPostgres(),
  prometheus: findOnPath('prometheus'),
  promtool: findOnPath('promtool'),
  systemd: findOnPath('systemd-analyze'),
  /** Ceph's S3 server. It needs the two other daemons. */
  s3: ['ceph-mon', 'ceph-osd', 'radosgw'].every(findOnPath) ? findOnPath('radosgw') : undefined,
};

/** A test that needs a system program. Without the program the test is skipped; with `CI=true` the suite fails. */
export function testWith(program: keyof typeof programs): typeof test {
  if (programs[program]) return test;
  const how = `${program} is missing. Install it with: npm run setup:all`;
  if (process.env.CI === 'true') throw new Error(how);
  console.warn(how);
  return test.skip as typeof test;
}
