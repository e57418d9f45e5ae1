import type { CallState } from './call-state.ts';
import type { PeerConnection } from './peer-connection.ts';
import { BEST, isWeak, nextQuality, type Sample, STEPS } from './quality.ts';

/** Seconds of video until the browser's bandwidth estimate is reliable. Before, it is too low. */
const RAMP_SECONDS = 6;

/** A report older than this tells nothing of the connection now. Receivers report each second, and no more once the picture is paused. */
const RECENT_MS = 2000;

/** Limits the user's picture to the bandwidth. @returns a function to call each second */
export function adaptToBandwidth(
  peer: Pick<PeerConnection, 'stats' | 'limit'>,
  onChange: (quality: CallState['quality']) => void,
): () => Promise<void> {
  let quality = BEST;
  let reported: CallState['quality'] = 'good';
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
    if (now !== reported) onChange(now);
    reported = now;
  };
}

/** Number of sent video frames. */
function framesIn(report: RTCStatsReport): number {
  const sent = valuesOf(report).filter(({ type, kind }) => type === 'outbound-rtp' && kind === 'video');
  return sent.reduce((sum, { framesSent }) => sum + Number(framesSent ?? 0), 0);
}

const valuesOf = (report: RTCStatsReport) => [
  ...(report as unknown as Map<string, Record<string, number | string | boolean>>).values(),
];

/** The last reports of the receiver, and the browser's estimate of the connection. */
function sampleOf(report: RTCStatsReport): Sample | undefined {
  const all = valuesOf(report);
  const pair = all.find(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
  );
  if (!pair) return undefined;
  const oldest = Number(pair.timestamp) - RECENT_MS;
  const reports = all.filter(({ type, timestamp }) => type === 'remote-inbound-rtp' && Number(timestamp) >= oldest);
  const most = (name: string): number => Math.max(0, ...reports.map((entry) => Number(entry[name] ?? 0)));
  return {
    lost: most('fractionLost'),
    roundTripMs: 1000 * Number(pair.currentRoundTripTime ?? 0),
    bits: pair.availableOutgoingBitrate as number | undefined,
  };
}
