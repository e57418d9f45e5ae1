import type { CallState } from './call-state.ts';
import type { PeerConnection } from './peer-connection.ts';
import { BEST, isWeak, nextQuality, type Sample, STEPS } from './quality.ts';

/** So many seconds of a picture it takes until what a connection carries is known; before, it is thought to be little. */
const RAMP_SECONDS = 6;

/** Keeps one's own picture to what the connection carries. @returns what looks at it once more, every second */
export function watchQuality(
  peer: PeerConnection,
  onChange: (quality: CallState['quality']) => void,
): () => Promise<void> {
  let quality = BEST;
  let told: CallState['quality'] = 'good';
  let frames = 0;
  let seconds = 0;
  return async () => {
    const report = await peer.stats();
    const sample = sampleOf(report);
    if (!sample) return;
    const sent = framesIn(report);
    seconds = sent > frames ? seconds + 1 : 0;
    frames = sent;
    if (seconds < RAMP_SECONDS) sample.bits = undefined;
    quality = nextQuality(quality, sample);
    peer.limit(quality.step);
    const isPaused = !STEPS[quality.step];
    const now = isPaused ? 'paused' : isWeak(sample) || quality.step > 3 ? 'weak' : 'good';
    if (now !== told) onChange(now);
    told = now;
  };
}

/** Of one's own picture, that were sent. */
function framesIn(report: RTCStatsReport): number {
  const sent = valuesOf(report).filter(({ type, kind }) => type === 'outbound-rtp' && kind === 'video');
  return sent.reduce((sum, { framesSent }) => sum + Number(framesSent ?? 0), 0);
}

const valuesOf = (report: RTCStatsReport) => [
  ...(report as unknown as Map<string, Record<string, number | string | boolean>>).values(),
];

/** What the other one has reported last, and what is thought of the connection. */
function sampleOf(report: RTCStatsReport): Sample | undefined {
  const all = valuesOf(report);
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
