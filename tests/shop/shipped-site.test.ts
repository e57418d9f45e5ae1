import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import hosts from '../../hosts.config.ts';
import { copyProject } from '../../scripts/lib/copy-project.ts';
import { runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { rootOf } from '../../src/site/editions/editions.ts';
import { parseHosts } from '../../src/site/editions/parse-hosts.ts';
import { readSiteOptions, toSite } from '../../src/site/open-site.ts';
import { environment } from '../support/runnable-project-copy.ts';

test('the shipped hosts build without a problem, and use every look and wordmark', async () => {
  const dir = copyProject();
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const args = ['scripts/build.mjs', '--no-compression'];
  const { code, output } = await runAndCapture(process.execPath, args, dir, {
    ...environment({}),
    HOSTS_CONFIG: undefined,
  });
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/[1-9]\d* problems/);
  const config = parseHosts(hosts, 'hosts.config.ts');
  const { brands } = config;
  for (const edition of toSite(readSiteOptions({}), config).editions)
    expect(existsSync(join(dir, 'dist', rootOf(edition), 'index.html')), rootOf(edition)).toBe(true);
  const looks = new Set(Object.values(brands).map(({ look }) => look));
  expect([...looks].toSorted()).toEqual(readdirSync('src/themes/looks').toSorted());
  for (const wordmark of readdirSync('src/themes/wordmarks'))
    expect(brands).toHaveProperty(wordmark.replace('.svg', ''));
});
