import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

import type { Browser, Page } from 'playwright';

import { manifestFile } from '../../../output/manifest.ts';
import { staticListener } from '../../../server/static-listener.ts';
import type { BlockPictures, ChangedPage } from '../../browser/publish/publish-events.ts';

/** Each picture takes a quarter of a second. */
const MAX_PAGES = 12;

const VIEWPORT = { width: 720, height: 640 };

/** Blocks of a page, from the page's own heading down. */
const BLOCKS = '.reading > h1, .text > :not(ol, ul), .text li, .reading .hero, .reading article';

/**
 * Takes pictures of changed parts of pages: of each page in each language once.
 * @param before folder of the build before
 * @param after folder of the build
 */
export async function* pictureChanges(
  browser: Browser,
  pages: ChangedPage[],
  { before, after }: { before: string; after: string },
): AsyncGenerator<BlockPictures> {
  const [oldServer, newServer] = await Promise.all([serveIfBuilt(before), serveIfBuilt(after)]);
  const context = await browser.newContext({ viewport: VIEWPORT, javaScriptEnabled: false, reducedMotion: 'reduce' });
  try {
    const [old, now] = [oldServer && (await context.newPage()), newServer && (await context.newPage())];
    for (const { path, site } of samples(pages)) {
      const addressOn = (server: Server): string =>
        `http://${site.host}.localhost:${(server.address() as AddressInfo).port}${encodeURI(path)}?lang=${site.lang}`;
      const [oldBlocks, newBlocks] = await Promise.all([
        old && oldServer && blocksOn(old, addressOn(oldServer)),
        now && newServer && blocksOn(now, addressOn(newServer)),
      ]);
      const taken = {
        before: old && (await pictureOf(old, oldBlocks ?? [], newBlocks ?? [])),
        after: now && (await pictureOf(now, newBlocks ?? [], oldBlocks ?? [])),
      };
      if (taken.before ?? taken.after) yield { path, ...site, ...taken };
    }
  } finally {
    await context.close();
    for (const server of [oldServer, newServer]) server?.close();
  }
}

/**
 * Chromium, where it is installed; else the reason why not.
 * @param path folders of programs, as in `PATH`
 */
export async function launchBrowser(path = ''): Promise<Browser | string> {
  const missing = 'Pictures of the changes need Chromium. Install it with: npm run setup';
  try {
    const { chromium } = await import('playwright');
    const onPath = path.split(delimiter).map((folder) => join(folder, 'chromium'));
    const executablePath = [chromium.executablePath(), ...onPath].find((file) => existsSync(file));
    if (!executablePath) return missing;
    return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  } catch (error) {
    console.error(error);
    return missing;
  }
}

async function serveIfBuilt(folder: string): Promise<Server | undefined> {
  if (!existsSync(manifestFile(folder))) return undefined;
  const server = createServer(staticListener(folder));
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** The first site of each page and language. */
const samples = (pages: ChangedPage[]): { path: string; site: ChangedPage['sites'][number] }[] =>
  pages
    .flatMap(({ path, sites }) =>
      [...Map.groupBy(sites, ({ lang }) => lang).values()].flatMap(([site]) => (site ? { path, site } : [])),
    )
    .slice(0, MAX_PAGES);

/** The HTML of each block; none where there is no such page. */
async function blocksOn(page: Page, address: string): Promise<string[]> {
  const response = await page.goto(address, { waitUntil: 'load' });
  if (response?.status() !== 200) return [];
  return page.locator(BLOCKS).evaluateAll((blocks) =>
    blocks.map((block) => {
      const copy = block.cloneNode(true) as Element;
      // Rules behind a new rule get new numbers.
      copy.querySelector('.number')?.replaceChildren();
      return copy.outerHTML;
    }),
  );
}

/** A picture of the first block that the other page lacks. */
async function pictureOf(page: Page, blocks: string[], others: string[]): Promise<string | undefined> {
  const index = blocks.findIndex((block) => !others.includes(block));
  if (index < 0) return undefined;
  const picture = await page.locator(BLOCKS).nth(index).screenshot({ type: 'png' });
  return `data:image/png;base64,${picture.toString('base64')}`;
}
