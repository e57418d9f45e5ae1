/** `npm run edit`: the dev server with the editor in the browser, at http://edit.localhost:4321/. */
import './lib/options/site-option.ts';
import { spawn } from 'node:child_process';

import { dev } from 'astro';

import { readPort } from './lib/options/read-port.ts';

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

// Web servers read the files of builds and deployments under every umask of the user.
process.umask(0o022);
const { address } = await dev({ server: { port: readPort() } });
const url = `http://edit.localhost:${address.port}/`;
console.log(`The editor is at ${url} Ctrl+C stops it.`);
const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
// Without a browser, the line above is enough.
spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  .on('error', () => {})
  .unref();
