import type { Peer } from './peer.ts';
import { BEST, isWeak, nextQuality, type Sample, STEPS } from './quality.ts';
import type { Shown } from './shown.ts';

/** Keeps one's own picture to what the connection carries. @returns what looks at it once more, every second */
export function watchQuality(peer: Peer, onChange: (quality: Shown['quality']) => void): () => Promise<void> {
  let quality = BEST;
  let told: Shown['quality'] = 'good';
  return async () => {
    const sample = sampleOf(await peer.stats());
    if (!sample) return;
    quality = nextQuality(quality, sample);
    peer.limit(quality.step);
    const isPaused = !STEPS[quality.step];
    const now = isPaused ? 'paused' : isWeak(sample) || quality.step > 3 ? 'weak' : 'good';
    if (now !== told) onChange(now);
    told = now;
  };
}

/** What the other one has reported last, and what is thought of the connection. */
function sampleOf(report: RTCStatsReport): Sample | undefined {
  const all = [...(report as unknown as Map<string, Record<string, number | string | boolean>>).values()];
  const pair = all.find(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
  );
  const reports = all.filter(({ type }) => type === 'remote-inbound-rtp');
  if (!pair) return undefined;
  const most = (name: string): number => Math.max(0, ...reports.map((one) => Number(one[name] ?? 0)));
  return {
    lost: most('fractionLost'),
    roundTripMs: 1000 * Number(pair.currentRoundTripTime ?? 0),
    bits: pair.availableOutgoingBitrate as number | undefined,
  };
}
