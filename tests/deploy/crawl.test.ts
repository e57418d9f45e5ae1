import { rmSync } from 'node:fs';

import { afterAll, expect } from 'vitest';

import { crawledBuilds, crawlWhileDeploying } from '../support/deploy/crawl-while-deploying.ts';
import { deployedFolder } from '../support/deploy/deployed-folder.ts';
import { testWith } from '../support/programs.ts';
import { starters } from '../support/serving/server-starters.ts';

const builds = crawledBuilds();
afterAll(() => builds.forEach((dist) => rmSync(dist, { recursive: true })));

for (const server of ['nginx', 'caddy'] as const) {
  testWith(server)(`a visitor of ${server} gets pages that fit their scripts while six deployments run`, async () => {
    const folder = deployedFolder();
    const crawl = await crawlWhileDeploying(folder, builds, 6, () => starters[server](`${folder.path}/current`));
    expect(crawl.faults).toEqual([]);
    expect(crawl.visits).toBeGreaterThan(6);
    folder.remove();
  });
}
