import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UserError } from '../../../src/shared/user-error.ts';
import { median } from '../../lib/median.ts';
import { runAndCapture } from '../../lib/run-and-capture.ts';

/** Other generators by their name in `run.sh`. None finds out itself that only a rule changed: `told` says what it is told then. */
export const peers = {
  zola: { name: 'Zola', told: 'to build the English hosts only' },
  'hugo-one': { name: 'Hugo, all hosts as one site', told: 'to render the English rules only' },
  'hugo-new': { name: 'Hugo, a site a host', told: 'to render the English rules only' },
  'eleventy-tuned': { name: 'Eleventy', told: 'to build the English rules only' },
} as const;
export type Peer = keyof typeof peers;

/** A build of another generator: from nothing, or after a rule of a language has changed. */
export interface PeerBuild {
  peer: Peer;
  kind: 'cold' | 'rule';
  seconds: number;
  cpuSeconds: number;
  megabytes: number;
}

/** Runs both builds of a peer once. */
export async function runPeer(folder: string, peer: Peer, hosts: number): Promise<PeerBuild[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'peers-'));
  try {
    const RESULTS = join(scratch, 'results.csv');
    const { code, output } = await runAndCapture('./run.sh', [peer, String(hosts), '1'], folder, {
      ...process.env,
      // Removing old output would make ext4 create new files slowly for minutes.
      KEEPTRASH: '1',
      RESULTS,
    });
    if (code !== 0) throw new UserError(`${folder}/run.sh ${peer} ${hosts} 1 failed:\n${output}`);
    return readResults(readFileSync(RESULTS, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Medians of the builds of a generator. */
export const medianOfPeer = (
  peerBuilds: PeerBuild[],
  peer: Peer,
  kind: PeerBuild['kind'],
): Pick<PeerBuild, 'seconds' | 'cpuSeconds' | 'megabytes'> => {
  const of = (figure: 'seconds' | 'cpuSeconds' | 'megabytes'): number =>
    median(peerBuilds.filter((build) => build.peer === peer && build.kind === kind).map((build) => build[figure]));
  return { seconds: of('seconds'), cpuSeconds: of('cpuSeconds'), megabytes: of('megabytes') };
};

const BYTES_PER_KIB = 1024;

/** @param csv of `measure.mjs`, with columns by name */
function readResults(csv: string): PeerBuild[] {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const row = Object.fromEntries(names.map((name, index) => [name, cells[index]]));
    if (row.exit !== '0') throw new UserError(`A build of ${row.peer} failed. Its log is in the folder of --peers.`);
    return {
      peer: row.peer as Peer,
      kind: row.kind as PeerBuild['kind'],
      seconds: Number(row.wall_s),
      cpuSeconds: Number(row.user_s) + Number(row.sys_s),
      megabytes: (Number(row.tree_kib) * BYTES_PER_KIB) / 1e6,
    };
  });
}
