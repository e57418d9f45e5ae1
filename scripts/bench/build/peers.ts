import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UserError } from '../../../src/shared/user-error.ts';
import { median } from '../../lib/median.ts';
import { runAndCapture } from '../../lib/run-and-capture.ts';
import { medianOf } from '../lib/numbers.ts';
import { putAside } from './build-scenarios.ts';
import type { BuildFigure } from './measure-build.ts';

export const peers = { hugo: 'Hugo', eleventy: 'Eleventy' };
export type Peer = keyof typeof peers;

/** A build of another generator: from nothing, or after a rule of a language has changed. */
export interface PeerBuild {
  peer: Peer;
  kind: 'cold' | 'rule';
  seconds: number;
}

/** Runs both builds of a peer once. */
export async function runPeer(folder: string, peer: Peer, hosts: number): Promise<PeerBuild[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'peers-'));
  try {
    const RESULTS = join(scratch, 'results.csv');
    putAside(join(folder, `dist/${peer}-h${hosts}`), join(folder, 'aside'));
    const { code, output } = await runAndCapture('./run.sh', [peer, String(hosts), '1'], folder, {
      ...process.env,
      RESULTS,
    });
    if (code !== 0) throw new UserError(`${folder}/run.sh ${peer} ${hosts} 1 failed:\n${output}`);
    return readResults(readFileSync(RESULTS, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** A build of this project beside those of the peers, and how it may compare with the faster of them. */
export interface Comparison {
  what: string;
  ownSeconds: number;
  peerSeconds: Record<Peer, number>;
  ratio: number;
  bar: number;
}

/** @param figures the builds of the size that the peers have built */
export function compare(figures: BuildFigure[], peerBuilds: PeerBuild[]): Comparison[] {
  const secondsOf = (build: string): number => medianOf(figures.find((figure) => figure.build === build)!).seconds;
  return BARS.map(({ what, build, kind, bar }) => {
    const seconds = (peer: Peer): number =>
      median(peerBuilds.filter((one) => one.peer === peer && one.kind === kind).map((one) => one.seconds));
    const peerSeconds = { hugo: seconds('hugo'), eleventy: seconds('eleventy') };
    const ownSeconds = secondsOf(build);
    return { what, ownSeconds, peerSeconds, ratio: ownSeconds / Math.min(peerSeconds.hugo, peerSeconds.eleventy), bar };
  });
}

const BARS = [
  { what: 'cold', build: 'cold', kind: 'cold', bar: 1 },
  { what: 'cold, ours with shared articles', build: 'cold, shared articles', kind: 'cold', bar: 0.5 },
  { what: 'one rule changed', build: 'one rule changed', kind: 'rule', bar: 0.25 },
  { what: 'ours one host added, theirs one rule changed', build: 'one host added', kind: 'rule', bar: 0.25 },
];

/** @example readResults('peer,H,kind,rep,wall_s,exit\nhugo,300,cold,1,13.7,0\n') // [{ peer: 'hugo', kind: 'cold', seconds: 13.7 }] */
function readResults(csv: string): PeerBuild[] {
  const [head, ...lines] = csv.trim().split('\n');
  const names = head!.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const row = Object.fromEntries(names.map((name, index) => [name, cells[index]]));
    if (row.exit !== '0') throw new UserError(`A build of ${row.peer} failed. Its log is in the folder of --peers.`);
    return { peer: row.peer as Peer, kind: row.kind as PeerBuild['kind'], seconds: Number(row.wall_s) };
  });
}
