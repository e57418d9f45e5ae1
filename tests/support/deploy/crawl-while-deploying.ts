import { rmSync } from 'node:fs';

import { readManifest } from '../../../src/output/manifest.ts';
import { decode, type RunningServer } from '../serving/server-starters.ts';
import { smallDist } from '../site/small-dist.ts';
import { changeDist } from './change-dist.ts';
import type { Deployer } from './deployer.ts';

const HOST = 'en.test';

const PAGES = ['rules', 'contacts', 'blog'];

/** Generations that are deployed in turn. Each page names its generation, and a script whose content and name belong to it. */
const GENERATIONS = 4;

export interface Crawl {
  /** Visits of all pages with their scripts. */
  visits: number;
  /** Answers that were missing or did not fit together. */
  faults: string[];
}

/** The builds that {@link crawlWhileDeploying} deploys. */
export function crawledBuilds(): string[] {
  const base = smallDist({ [HOST]: ['en'] });
  const builds = Array.from({ length: GENERATIONS }, (_, index) => changeDist(base, filesOf(index)));
  rmSync(base, { recursive: true });
  return builds;
}

/**
 * Visits all pages with their scripts without a pause while builds are deployed one after the other, every fifth time by going back.
 * A visit sees one switch at most: the next deployment starts when a visit has begun and ended since the last. After each deployment, tabs
 * of all generations so far ask for their scripts.
 * @param deployments number of deployments
 * @param start starts the server of the target after its first deployment
 */
export async function crawlWhileDeploying(
  deployer: Deployer,
  builds: string[],
  deployments: number,
  start: () => Promise<RunningServer>,
): Promise<Crawl> {
  await deployer.deploy(builds[0]!);
  const server = await start();
  const crawl: Crawl = { visits: 0, faults: [] };
  const deployed = new AbortController();
  let onVisit = (): void => {};
  const visitor = (async () => {
    while (!deployed.signal.aborted) {
      for (const page of PAGES) crawl.faults.push(...(await visit(server, page)));
      crawl.visits += 1;
      onVisit();
    }
  })();
  const nextVisit = (): Promise<void> => new Promise((done) => (onVisit = done));
  try {
    for (let round = 1; round <= deployments; round += 1) {
      const isBack = round % 5 === 0;
      const build = builds[(isBack ? round - 2 : round) % GENERATIONS]!;
      await deployer.deploy(build, isBack ? { to: readManifest(build).build } : {});
      // The first may have begun before the deployment ended.
      for (let visits = 0; visits < 2; visits += 1) await nextVisit();
      for (let tab = 0; tab <= Math.min(round, GENERATIONS - 1); tab += 1)
        if ((await server.ask(HOST, scriptOf(tab))).status !== 200)
          crawl.faults.push(`${scriptOf(tab)} is gone after deployment ${round}`);
    }
  } finally {
    deployed.abort();
    await visitor;
    await server.stop();
  }
  return crawl;
}

const scriptOf = (generation: number): string => `/_astro/app.${generation}.js`;

const filesOf = (generation: number): Record<string, string> => ({
  [`${HOST}/en/_astro/island.1a2b3c.js`]: '/* every generation */',
  [`${HOST}/en${scriptOf(generation)}`]: `/* generation ${generation} */`.repeat(20),
  ...Object.fromEntries(
    PAGES.map((page) => [
      `${HOST}/en/${page}.html`,
      `<html><script src="${scriptOf(generation)}"></script>${`<p>generation ${generation}</p>`.repeat(20)}</html>`,
    ]),
  ),
});

/** @returns faults of a page and its script */
async function visit(server: RunningServer, page: string): Promise<string[]> {
  const encoding = { 'Accept-Encoding': 'gzip, br' };
  const answer = await server.ask(HOST, `/${page}`, encoding);
  if (answer.status !== 200) return [`/${page} is answered ${answer.status}`];
  const html = decode(answer).toString();
  const [, path = '', generation] = /src="(\/_astro\/app\.(\d)\.js)"/.exec(html) ?? [];
  const script = await server.ask(HOST, path, encoding);
  if (script.status !== 200) return [`${path} of /${page} is answered ${script.status}`];
  const named = `generation ${generation}`;
  const fits = [html, decode(script).toString()].every((text) => text.split(named).length === 21);
  return fits ? [] : [`/${page} and ${path} do not fit together`];
}
