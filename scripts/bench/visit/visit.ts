/** `npm run bench:visit [-- --runs 5]`: measures visits over slow links, into docs/benchmark-visit.md. */
import '../../lib/terminal/report-user-errors.ts';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { required } from '../../../src/shared/required.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { openSite, readSiteOptions } from '../../../src/site/open-site.ts';
import { findHeadlessShell } from '../../lib/programs/chromium.ts';
import { findOnPath } from '../../lib/programs/find-on-path.ts';
import { formatNumber } from '../lib/numbers.ts';
import { type MeasuredVisit, measureVisit } from './measure-visit.ts';
import { startSlowLink } from './slow-link.ts';
import { startSite } from './start-site.ts';
import { links, type VisitFigure, visitPage, visitTable } from './visit-report.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
if (!/^[1-9]\d*$/.test(values.runs)) throw new UserError(`--runs is "${values.runs}". Write a whole number from 1 on.`);
const executablePath = findHeadlessShell();
const nginx = findOnPath('nginx');
if (!executablePath || !nginx || !findOnPath('openssl'))
  throw new UserError('Chromium, nginx or openssl is missing. Install it with: npm run setup:all');

const { editions } = await openSite(readSiteOptions(process.env));
const edition = required(editions[0], 'edition');
execFileSync(process.execPath, ['scripts/build.mjs', '--compress', 'best'], {
  env: { ...process.env, HOSTS: edition.host },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const site = await startSite(edition, nginx);
process.once('exit', site.stop);

const figures: VisitFigure[] = [];
for (const profile of links) {
  const link = await startSlowLink(site.port, profile);
  const runs: MeasuredVisit[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const visit = await measureVisit({ ...site, executablePath, host: edition.host, link });
    console.log(
      `${profile.name}, ${run + 1} of ${values.runs}: composer after ${formatNumber(visit.chat / 1000, 2)} s`,
    );
    runs.push(visit);
  }
  link.close();
  figures.push({ profile, runs });
}
writeFileSync('docs/benchmark-visit.md', visitPage(figures, availableParallelism()));
console.log(`\n${visitTable(figures)}\n\nThe same is in docs/benchmark-visit.md.`);
process.exit();
