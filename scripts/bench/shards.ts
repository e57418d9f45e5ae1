/**
 * `npm run bench:shards [-- --hosts 300 --shards 4]`: builds a site in shards, one after the other, merges them, and prints the figures of docs/scale-builds.md.
 * Processor seconds count, because they stay the same on a busy machine.
 */
import '../lib/report-user-errors.ts';
import { globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { table } from '../lib/markdown-table.ts';
import { changeRule, makeSite, type Site } from './build/build-scenarios.ts';
import { measureScript, type Usage } from './lib/measure-script.ts';

const { values } = parseArgs({
  options: { hosts: { type: 'string', default: '300' }, shards: { type: 'string', default: '4' } },
});
const [hosts, count] = [Number(values.hosts), Number(values.shards)];
const site = makeSite({ hosts, articles: 'own' });
const folders = Array.from({ length: count }, (_, index) => `dist.shards/${index + 1}-of-${count}`);
const rows: string[][] = [];

forgetAll(site, ['dist']);
const whole = await measureScript(site, 'scripts/build.mjs', ['--no-compression']);
rows.push(['one build, cold', '1', ...figures([whole])]);
forgetAll(site, ['dist', 'dist.next']);
await measureShards('shard, cold', true);
changeRule(site);
await measureShards('shard, one rule changed', false);
console.log(table([['step', 'runs', 'CPU s, mean', 'CPU s, most', 'memory, MB'], ...rows], ['step']));
console.log(`\n${hosts} hosts in ${count} shards; dist/ has ${megabytesOf(join(site.dir, 'dist'))} MB`);

/** @param isCold each shard as a machine builds it that has nothing but packages */
async function measureShards(name: string, isCold: boolean): Promise<void> {
  const shards: Usage[] = [];
  for (let number = 1; number <= count; number += 1) {
    if (isCold) forgetAll(site, []);
    const shard = await measureScript(site, 'scripts/build.mjs', ['--no-compression', '--shard', `${number}/${count}`]);
    console.error(`${name} ${number}: ${shard.cpuSeconds.toFixed(1)} CPU s, ${shard.megabytes.toFixed(0)} MB`);
    shards.push(shard);
  }
  const merge = await measureScript(site, 'scripts/merge.ts', folders);
  rows.push([name, String(count), ...figures(shards)], [`merge of those`, '1', ...figures([merge])]);
}

function figures(runs: Usage[]): string[] {
  const cpu = runs.map(({ cpuSeconds }) => cpuSeconds);
  const mean = cpu.reduce((sum, seconds) => sum + seconds, 0) / cpu.length;
  return [mean.toFixed(1), Math.max(...cpu).toFixed(1), Math.max(...runs.map(({ megabytes }) => megabytes)).toFixed(0)];
}

/** Removes compiled code, caches but those of shards, and further folders. */
function forgetAll({ dir }: Site, others: string[]): void {
  const caches = globSync('.cache/*', { cwd: dir }).filter((path) => path !== '.cache/shards');
  for (const path of ['.build', '.astro', ...caches, ...others])
    rmSync(join(dir, path), { recursive: true, force: true });
}

function megabytesOf(folder: string): number {
  const bytes = globSync('**/*', { cwd: folder }).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return Math.round(bytes / 1e6);
}
