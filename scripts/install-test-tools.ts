/**
 * `npm run setup`: installs Chromium, the only system program that `npm test` starts.
 * `npm run setup:all`: installs the programs that all other tests start, too.
 */
import './lib/terminal/report-user-errors.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';

import { UserError } from '../src/shared/user-error.ts';
import { findChromium } from './lib/programs/chromium.ts';
import { findMiniBrowser } from './lib/programs/find-mini-browser.ts';
import { findOnPath } from './lib/programs/find-on-path.ts';
import { findPostgres } from './lib/programs/start-postgres.ts';

/** Output of the installers. It is long, and useful only after a failure. */
const LOG = '.cache/logs/setup.log';
mkdirSync('.cache/logs', { recursive: true });
const log = openSync(LOG, 'w');

/** Asks nothing, and starts no service that a package brings. */
const QUIET = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

if (!findChromium() && !installPlaywrightChromium()) installPackage('chromium');
// Not every system has it, and tests can do without.
if (!findOnPath('chromium-headless-shell')) hasInstalled('chromium-headless-shell');
if (process.argv.includes('all')) installAll();
console.log('Every program that the tests start is installed.');

function installAll(): void {
  if (!findOnPath('firefox-esr') && !findOnPath('firefox')) installPackage('firefox-esr');
  if (!findOnPath('WebKitWebDriver') || !findMiniBrowser()) installPackage('webkit2gtk-driver');
  if (!findOnPath('Xvfb')) installPackage('xvfb');
  if (!findOnPath('java')) installPackage('default-jre-headless');
  if (!findOnPath('nginx')) installPackage('nginx');
  if (!findOnPath('caddy')) installPackage('caddy');
  if (!findOnPath('varnishd')) installPackage('varnish');
  if (!findOnPath('pebble')) installPackage('pebble');
  if (!findOnPath('debootstrap')) installPackage('debootstrap');
  if (!findOnPath('ip')) installPackage('iproute2');
  if (!findOnPath('curl')) installPackage('curl');
  if (!findOnPath('sshd')) installPackage('openssh-server');
  if (!findOnPath('ssh')) installPackage('openssh-client');
  if (!findOnPath('rsync')) installPackage('rsync');
  if (!findOnPath('turnserver')) installPackage('coturn');
  if (!findOnPath('prometheus')) installPackage('prometheus');
  if (!findPostgres()) installPackage('postgresql');
  if (!findOnPath('systemd-analyze')) installPackage('systemd');
  // Ceph's S3 server, with the two daemons that keep its objects.
  for (const name of ['ceph-mon', 'ceph-osd', 'radosgw']) if (!findOnPath(name)) installPackage(name);
}

/** Playwright's own build, where its server can be reached. */
function installPlaywrightChromium(): boolean {
  console.log('Installing Chromium with Playwright …');
  const run = (...args: string[]): boolean =>
    spawnSync('playwright', args, { stdio: ['ignore', log, log] }).status === 0;
  return run('install', 'chromium') && run('install-deps', 'chromium');
}

function installPackage(name: string): void {
  if (hasInstalled(name)) return;
  throw new UserError(
    `${name} could not be installed with apt-get; ${LOG} says why. Install it in another way; tests look for it on PATH.`,
  );
}

function hasInstalled(name: string): boolean {
  console.log(`Installing ${name} with apt-get …`);
  const isRoot = process.getuid?.() === 0;
  const run = (...args: string[]): boolean =>
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['apt-get', ...args], {
      stdio: ['ignore', log, log],
      env: QUIET,
    }).status === 0;
  return run('update', '-qq') && run('install', '-y', '-qq', '--no-install-recommends', name);
}
