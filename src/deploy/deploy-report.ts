import type { Journal } from './deploy-journal.ts';
import { bytesIn } from './format-bytes.ts';
import type { PurgeCost, PurgeRequest } from './purger.ts';
import type { Generation, Target, Transfer } from './target.ts';

/** A deployment that has not begun. */
export interface DeployPlan {
  transfer: Transfer;
  purge: PurgeRequest;
  /** Of each purger. */
  costs: PurgeCost[];
  generations: Generation[];
  /** Of a killed run. */
  journal: Journal | undefined;
  /** Whether it goes back to a generation of the target. */
  isBack: boolean;
}

/** Output of `--json`. Numbers of files and bytes are those to send; with `isDryRun` nothing was sent. */
export interface DeployReport {
  target: string;
  /** Whether the target served `build` already, and nothing was touched. */
  isUpToDate: boolean;
  isDryRun: boolean;
  /** Generation that visitors have after the deployment. */
  build: string | null;
  /** Generation to go back to. */
  previous: string | null;
  pages: { changed: number; total: number };
  files: { sent: number; removed: number; bytes: number };
  /** `seconds` is the time that the limits of the CDNs lead to. */
  purged: { urls: number; editions: number; isEverything: boolean; calls: number; seconds: number };
  /** URLs that were fetched and compared. */
  verified: number;
  seconds: number;
  /** Generations of the target before the deployment, newest first. */
  generations: Generation[];
}

/** What a deployment will do, in sentences. */
export function describePlan(plan: DeployPlan, { name, target }: { name: string; target: Target }): string[] {
  const { transfer, costs, isBack, journal } = plan;
  const { pages, files, purged } = reportOf(name, plan, plan.generations, 0);
  const from = transfer.served ? `generation ${transfer.served.build}` : 'no generation that is known';
  return [
    `${name} serves ${from}. ${isBack ? 'Back to' : 'Next is'} ${transfer.next.build}: ${pagesIn(pages)}, ${isBack ? 'no file' : `${count(files.sent, 'file')}, ${bytesIn(files.bytes)}`} to send, ${files.removed} removed.`,
    ...(journal ? ['The last deployment did not end. This one finishes it.'] : []),
    ...describeKept(transfer, target),
    ...target.describe(transfer),
    ...(costs.length ? [`${purgedUrls(purged)} to purge.`] : []),
    ...costs.map(({ note, calls, seconds }) => `${note} ${calls} call(s), about ${Math.ceil(seconds)} s.`),
  ];
}

/** What stays for pages that are open, as a sentence. */
function describeKept({ next }: Transfer, { carries }: Target): string[] {
  const kept = next.editions.flatMap(({ root, kept: files }) =>
    Object.entries(files).filter(([file]) => carries(`${root}/${file}`)),
  );
  if (!kept.length) return [];
  const bytes = kept.reduce((sum, [, file]) => sum + file.bytes, 0);
  return [
    `${count(kept.length, 'hashed file')} of earlier generations, ${bytesIn(bytes)}, stay for pages that are open.`,
  ];
}

/** @param plan undefined where there was nothing to do */
export function reportOf(
  target: string,
  plan: DeployPlan | undefined,
  generations: Generation[],
  startMs: number,
): DeployReport {
  const changed = plan?.transfer.changed ?? [];
  const sent = plan?.isBack ? [] : changed;
  const { next, served } = plan?.transfer ?? {};
  const purge = plan?.costs.length ? plan.purge : undefined;
  return {
    target,
    isUpToDate: !plan,
    isDryRun: false,
    build: next?.build ?? generations.find(({ isServed }) => isServed)?.build ?? null,
    previous: served && served.build !== next?.build ? served.build : null,
    pages: {
      changed: changed.filter(({ path }) => path.endsWith('.html')).length,
      total: next
        ? next.editions.flatMap(({ files }) => Object.keys(files)).filter((file) => file.endsWith('.html')).length
        : 0,
    },
    files: {
      sent: sent.length,
      removed: plan?.transfer.removed.length ?? 0,
      bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
    },
    purged: {
      urls: purge?.urls.length ?? 0,
      editions: purge?.editions.length ?? 0,
      isEverything: purge?.isEverything ?? false,
      calls: plan?.costs.reduce((sum, { calls }) => sum + calls, 0) ?? 0,
      seconds: Math.ceil(plan?.costs.reduce((sum, { seconds }) => sum + seconds, 0) ?? 0),
    },
    verified: 0,
    seconds: Math.round((performance.now() - startMs) / 100) / 10,
    generations,
  };
}

/** @example 12 of 9,900 pages changed, 14 files, 61 kB sent, 12 URLs purged in 1 call, verified, 3.1 s. Back: npm run deploy -- production --to 0ce5… */
export function formatReport(report: DeployReport): string {
  const { target, build, seconds, previous, isUpToDate, isDryRun } = report;
  if (isUpToDate) return `${target} serves ${build} already. Nothing was touched, ${seconds} s.`;
  if (isDryRun) return 'Nothing was sent, because of --dry-run.';
  const back = previous ? [`Back: npm run deploy -- ${target} --to ${previous}`] : [];
  return [describeDeployment(report), ...back].join(' ');
}

/** What a deployment has done, as a sentence. */
export function describeDeployment({ pages, files, purged, verified, seconds }: DeployReport): string {
  const parts = [
    pagesIn(pages),
    ...(files.sent ? [count(files.sent, 'file'), `${bytesIn(files.bytes)} sent`] : ['nothing to send']),
    ...(purged.calls ? [`${purgedUrls(purged)} purged in ${count(purged.calls, 'call')}`] : []),
    verified ? `${count(verified, 'URL')} verified` : 'not verified',
    `${seconds} s`,
  ];
  return `${parts.join(', ')}.`;
}

const pagesIn = ({ changed, total }: DeployReport['pages']): string =>
  `${number(changed)} of ${number(total)} pages changed`;

export function purgedUrls({ urls, editions, isEverything }: DeployReport['purged']): string {
  if (isEverything) return 'Everything';
  const parts = [
    ...(urls || !editions ? [count(urls, 'URL')] : []),
    ...(editions ? [`${count(editions, 'edition')} whole`] : []),
  ];
  return parts.join(' and ');
}

const count = (amount: number, noun: string): string => `${number(amount)} ${noun}${amount === 1 ? '' : 's'}`;

const number = (amount: number): string => amount.toLocaleString('en');
