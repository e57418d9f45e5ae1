/** `npm run screenshots`: the built pages at five widths, into .cache/screenshots/. */
import './lib/options/site-option.ts';
import { mkdirSync } from 'node:fs';

import { staticListener } from '../src/server/static-listener.ts';
import { UserError } from '../src/shared/user-error.ts';
import { openSite, readSiteOptions } from '../src/site/open-site.ts';
import { pageTypes } from './audit/budgets.ts';
import { listenOnFreePort } from './lib/listen/listen-on-free-port.ts';
import { findHeadlessShell, launchChromium } from './lib/programs/chromium.ts';

const WIDTHS = [1440, 1000, 700, 390, 200];
const FOLDER = '.cache/screenshots';

const chromium = findHeadlessShell();
if (!chromium) throw new UserError('chromium is missing. Install it with: npm run setup');
mkdirSync(FOLDER, { recursive: true });
const site = await listenOnFreePort(staticListener('dist'));
const browser = await launchChromium(chromium);

const { editions } = await openSite(readSiteOptions(process.env));
const open = [...new Set(editions.map(({ brand }) => brand.defaultHost))];
const closed = editions.filter((edition) => edition.closed).map(({ host }) => ({ host, name: 'closed', path: '/' }));
const shots = [...open.flatMap((host) => pageTypes.map(({ name, path }) => ({ host, name, path }))), ...closed];
for (const width of WIDTHS) {
  const page = await browser.newPage({ viewport: { width, height: Math.max(640, Math.round(width * 0.7)) } });
  for (const { host, name, path } of shots) {
    await page.goto(`http://${host}.localhost:${site.port}${path}`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: `${FOLDER}/${host}-${name}-${width}.png` });
  }
  await page.close();
}
console.log(`${shots.length * WIDTHS.length} pictures in ${FOLDER}/`);
await browser.close();
site.close();
