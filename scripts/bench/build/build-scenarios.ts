import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openSite, readSiteOptions } from '../../../src/site/open-site.ts';
import { copyProject } from '../../lib/copy-project.ts';
import { type Measurement, measureBuild } from './measure-build.ts';
import { measureWatch } from './measure-watch.ts';
import { waitForQuiet } from './wait-for-quiet.ts';
import { addLastHost, removeLastHost, type Workload, writeWorkload } from './workload.ts';

const { editions } = await openSite(readSiteOptions(process.env));
const FOLDER = 'workload';

/** A copy of the project, to build and to change. */
export interface Site {
  dir: string;
  hosts: number;
  /** Environment of its builds. */
  settings: Record<string, string>;
}

/**
 * Makes a site with a workload, which is removed when this process ends.
 * @param parent folder for it; by default that of temporary files
 */
export function makeSite(workload: Workload, parent?: string): Site {
  const settings = { HOSTS_CONFIG: `${FOLDER}/hosts.mjs`, CONTENT_DIR: `${FOLDER}/content` };
  const site = copySite(workload.hosts, settings, parent);
  writeWorkload(join(site.dir, FOLDER), workload);
  return site;
}

/** Copies the project with its own hosts and texts; see {@link makeSite}. */
export const makeShippedSite = (parent: string): Site =>
  copySite(new Set(editions.map(({ host }) => host)).size, { HOSTS_CONFIG: '', CONTENT_DIR: '' }, parent);

function copySite(hosts: number, settings: Record<string, string>, parent?: string): Site {
  const dir = copyProject(parent);
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return { dir, hosts, settings };
}

/** A build to measure. */
export interface Build {
  name: string;
  /** The change since the build before, for readers. */
  since: string;
  /** Makes that happen. */
  prepare: (site: Site, run: number) => void | Promise<unknown>;
  flags: string[];
  /** Whether it is built with `--watch`, after saves of {@link changeRule}. */
  isWatched?: true;
}

const flags = ['--no-compression'];
const best = ['--compress', 'best'];
const cold: Build = { name: 'cold', since: '`dist/` and all caches are gone', prepare: forgetBuilds, flags };
const programKept: Build = {
  name: 'program kept',
  since: '`dist/` and all caches but the compiled program are gone',
  prepare: forgetAllButProgram,
  flags,
};
const nothingChanged: Build = { name: 'nothing changed', since: 'nothing', prepare: () => {}, flags };
const ruleChanged: Build = {
  name: 'one rule changed',
  since: 'rule 17 of the English rules, which every English host shows',
  prepare: changeRule,
  flags,
};

const wordChanged: Build = {
  name: 'one word changed',
  since: 'an English sentence of the login page (`page.login.lead`), and with it the version on the test page',
  prepare: changeWord,
  flags,
};

/** Builds that `npm run bench:gate` measures, in this order. */
export const gateBuilds: Build[] = [cold, programKept, nothingChanged, ruleChanged, wordChanged];

/** Builds that are measured at every size up to {@link LARGE}, in this order. */
export const builds: Build[] = [
  cold,
  programKept,
  nothingChanged,
  ruleChanged,
  {
    name: 'one rule changed, watched',
    since: 'as one rule changed, while `npm run build -- --watch` runs: from the saved file to the new `dist/`',
    prepare: () => {},
    flags,
    isWatched: true,
  },
  wordChanged,
  {
    name: 'one host added',
    since: 'a line in the hosts file and 20 articles; each page of its brand now links to the new host',
    prepare: addHost,
    flags,
  },
];

const coldCompressed: Build = {
  ...cold,
  name: 'cold, compressed',
  since: 'as cold, but without `--no-compression`, which all builds above have',
  flags: [],
};

const keptCompressed: Build = { ...programKept, name: 'program kept, compressed', flags: [] };

/** Measured at the same sizes: as `npm run build` is by default. */
export const compressedBuilds: Build[] = [
  coldCompressed,
  keptCompressed,
  { ...ruleChanged, name: 'one rule changed, compressed', since: 'as one rule changed', flags: [] },
];

/** Measured below {@link LARGE}, where it takes minutes: as a deployment builds. */
export const bestBuilds: Build[] = [
  { ...cold, name: 'cold, best', since: 'as cold, with `--compress best`', flags: best },
  { ...ruleChanged, name: 'one rule changed, best', since: 'as one rule changed, with `--compress best`', flags: best },
];

/** A site of more hosts is built {@link largeBuilds} only. */
export const LARGE = 300;

/** Measured on a large site. */
export const largeBuilds: Build[] = builds.filter(({ name }) => ['cold', 'one rule changed'].includes(name));

/** Measured on the site as it is shipped. */
export const shippedBuilds: Build[] = [coldCompressed, keptCompressed].map((build) => ({
  ...build,
  name: `shipped site, ${build.name}`,
  since: `${build.since}, with the hosts and texts of this repository`,
}));

/** Measured beside other generators only, on a site whose hosts share them. */
export const sharedArticles: Build = {
  ...cold,
  name: 'cold, shared articles',
  since: 'as cold; all hosts of a language show the same 20 articles',
};

export async function measure(site: Site, build: Build, run: number): Promise<Measurement> {
  await build.prepare(site, run);
  if (build.isWatched) return measureWatch(site.dir, build.flags, site.settings, () => changeRule(site));
  await waitForQuiet();
  return measureBuild(site.dir, build.flags, site.settings);
}

export function forgetBuilds(site: Site): void {
  forgetAllButProgram(site);
  forget(site, ['.build']);
}

function forgetAllButProgram(site: Site): void {
  forget(site, ['dist', 'dist.next', '.cache', '.astro']);
}

function forget({ dir }: Site, folders: string[]): void {
  for (const folder of folders) putAside(join(dir, folder), join(dir, 'aside'));
}

let aside = 0;

/** Type of the file system `tmpfs` of Linux. */
const TMPFS = 0x01021994;

/** Removes a folder in memory, and moves another aside: removing it would make ext4 create new files slowly for minutes. */
function putAside(folder: string, to: string): void {
  if (!existsSync(folder)) return;
  if (statfsSync(folder).type === TMPFS) return rmSync(folder, { recursive: true });
  if (!existsSync(to)) process.once('exit', () => rmSync(to, { recursive: true, force: true }));
  mkdirSync(to, { recursive: true });
  renameSync(folder, join(to, String((aside += 1))));
}

/** The 17th of the English rules, which all English hosts share. */
export function changeRule({ dir }: Site): void {
  edit(join(dir, FOLDER, 'content/documents/shared/en/rules.md'), (text) =>
    text.replace(
      /^(17\. .*?\.)(?: Revision (\d+)\.)?(?= \{#)/m,
      (_, rule, old = 0) => `${rule} Revision ${Number(old) + 1}.`,
    ),
  );
}

/** An English sentence that only the login page shows. */
function changeWord({ dir }: Site, run: number): void {
  edit(join(dir, 'public/assets/i18n/en.json'), (text) => {
    const words = JSON.parse(text) as typeof import('../../../public/assets/i18n/en.json');
    words.page.login.lead = `${words.page.login.lead.replace(/ Revision \d+\.$/, '')} Revision ${run}.`;
    return JSON.stringify(words, null, 2);
  });
}

/** The build without it is not measured. */
async function addHost({ dir, hosts, settings }: Site): Promise<void> {
  removeLastHost(join(dir, FOLDER), hosts);
  await measureBuild(dir, flags, settings);
  addLastHost(join(dir, FOLDER), hosts);
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file} was to be changed, and was not`);
  writeFileSync(file, changed);
}
