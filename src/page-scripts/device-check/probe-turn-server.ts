export type Reachability = 'reached' | 'lost' | 'unknown';

const REACH_MS = 8000;

/**
 * Error code for a server that did not answer; any other code is an answer.
 * @see https://www.w3.org/TR/webrtc/#rtcpeerconnectioniceerrorevent
 */
const NO_ANSWER = 701;

/** Probes a TURN server with an invalid credential: a refusal is an answer. */
export async function probeTurnServer(url: string): Promise<Reachability> {
  if (!('RTCPeerConnection' in globalThis)) return 'unknown';
  const connection = new RTCPeerConnection({
    iceServers: [{ urls: url, username: 'check', credential: 'check' }],
    iceTransportPolicy: 'relay',
  });
  const silent = 'onicecandidateerror' in connection ? 'lost' : 'unknown';
  return new Promise<Reachability>((done) => {
    setTimeout(done, REACH_MS, silent);
    connection.addEventListener('icecandidateerror', ({ errorCode }) => {
      if (errorCode !== NO_ANSWER) done('reached');
    });
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') done(silent);
    });
    connection.createDataChannel('');
    void connection.setLocalDescription();
  }).finally(() => connection.close());
}
