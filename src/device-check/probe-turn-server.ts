export type Reachability = 'reached' | 'lost' | 'unknown';

const REACH_MS = 8000;

/** What browsers say of a server that did not answer; any other code is an answer. */
const NO_ANSWER = 701;

/** Whether a TURN server can be reached: it refuses the credential that nobody gave out, and so has answered. */
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
