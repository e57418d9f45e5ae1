import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { BlockPage } from '../../support/edit/block-page.ts';
import { type EditServer, startEditor } from '../../support/edit/edit-server.ts';
import { SMALL_SITE, makeSmallSite } from '../../support/edit/small-site.ts';
import type { Project } from '../../support/runnable-project-copy.ts';

/** The editor of all tests of a block's page: its start takes longer than most of them. */
export let server: EditServer;
export let project: Project;
/** A new page for each test. */
export let block: BlockPage;
export const browser = suiteBrowser();

beforeAll(async () => {
  project = await makeSmallSite();
  server = await startEditor(project, SMALL_SITE);
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

beforeEach(async () => {
  block = new BlockPage(await browser().newPage());
});

afterEach(() => block.page.close());
