import type { TurnCredentials } from '../../../../contract/chat/call-protocol.ts';
import type { MediaKind } from './media.ts';
import { STEPS } from './quality.ts';
import { stripIpAddresses } from './strip-ip-addresses.ts';

/** A signal to the other device: a session description, an ICE candidate, or whether a picture is sent. */
export interface SignalPayload {
  description?: RTCSessionDescriptionInit;
  /** Number of the offer that `description` is, or answers. */
  offer?: number;
  candidate?: RTCIceCandidateInit;
  picture?: boolean;
}

interface Options {
  /** Fetches fresh TURN credentials; `undefined` while the service is unreachable. */
  fetchTurnServers: () => Promise<TurnCredentials | undefined>;
  /** Whether the other person may learn the user's IP address. */
  direct: boolean;
  /** Whether this device makes the first offer, and whether it yields to an offer of the other in a collision. */
  begins: boolean;
  isPolite: boolean;
  track: (kind: MediaKind) => MediaStreamTrack | undefined;
  send: (payload: SignalPayload) => void;
  onChange: () => void;
}

/** A connection of two devices, until one of them reloads its page. */
export interface PeerConnection {
  /** Sound and picture of the other person. */
  remote: MediaStream;
  isConnected: () => boolean;
  hasFailed: () => boolean;
  /** Whether the other person sends a picture. */
  hasPicture: () => boolean;
  /** Whether a negotiation has succeeded. Afterwards the connection cannot be used with another peer connection of the other device. */
  isUsed: () => boolean;
  receive: (payload: SignalPayload) => void;
  /** Sends the current tracks. */
  refresh: () => void;
  /** Sends signals again that may be lost. */
  resend: () => void;
  /** Restarts ICE with fresh TURN credentials. */
  restart: () => void;
  /** @param step index into STEPS */
  limit: (step: number) => void;
  stats: () => Promise<RTCStatsReport>;
  close: () => void;
}

/** TURN credentials are fetched again where they expire sooner than this. */
const SPARE_MS = 60_000;

/** Pause before an ICE restart that gathered no candidate is repeated. */
const AGAIN_MS = 1000;

/**
 * Opens a connection by perfect negotiation. A queue runs the steps one after the other, so that only offers can collide.
 * @see https://www.w3.org/TR/webrtc/#perfect-negotiation-example
 */
export function openPeerConnection({
  fetchTurnServers,
  direct,
  begins,
  isPolite,
  track,
  send,
  onChange,
}: Options): PeerConnection {
  const always: RTCConfiguration = { iceTransportPolicy: direct ? 'all' : 'relay', bundlePolicy: 'max-bundle' };
  const pc = new RTCPeerConnection(always);
  const own = new MediaStream();
  const remote = new MediaStream();
  let credentials: TurnCredentials | undefined;
  let ignores = false;
  let step = 0;
  /** Whether this device sends a picture, and whether the other does. */
  let sendsPicture = false;
  let hasPicture = false;
  /** Number of the last offer of each side. */
  let ownOffer = 0;
  let theirOffer = 0;
  let restartedAt = 0;
  let wasConnected = false;
  /** Whether a candidate was found since the last restart. */
  let hasCandidate = true;
  let queue = Promise.resolve();
  const enqueue = (task: () => Promise<void> | void): void => {
    queue = queue.then(task).catch((error: unknown) => {
      // WebRTC rejects with a DOMException a step that does not fit its state, such as a candidate of an earlier negotiation. The next
      // restart recovers. A closed connection needs no recovery. Any other error is a mistake of this program.
      if (!(error instanceof DOMException) && pc.signalingState !== 'closed') reportError(error);
    });
  };
  const transceiverOf = (kind: MediaKind): RTCRtpTransceiver | undefined =>
    pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kind);

  async function refreshCredentials(): Promise<void> {
    credentials = (await fetchTurnServers()) ?? credentials;
    if (credentials) pc.setConfiguration({ ...always, iceServers: [credentials] });
  }

  async function restartNow(): Promise<void> {
    await refreshCredentials();
    restartedAt = Date.now();
    hasCandidate = false;
    pc.restartIce();
  }

  async function describe(): Promise<void> {
    if (!credentials || credentials.until - Date.now() < SPARE_MS) await refreshCredentials();
    await pc.setLocalDescription();
    if (pc.localDescription!.type === 'offer') ownOffer += 1;
    sendDescription();
  }

  function sendDescription(): void {
    const { type, sdp } = pc.localDescription!;
    const offer = type === 'offer' ? ownOffer : theirOffer;
    send({ description: { type, sdp: direct ? sdp : stripIpAddresses(sdp) }, offer });
  }

  function resendNow(): void {
    if (pc.signalingState === 'have-local-offer') sendDescription();
    send({ picture: sendsPicture });
  }

  async function attach(kind: MediaKind, sent: MediaStreamTrack | undefined): Promise<void> {
    const sender = transceiverOf(kind)?.sender;
    if (sender && sender.track !== (sent ?? null)) await sender.replaceTrack(sent ?? null);
  }

  /**
   * Sends the current tracks. Both directions are negotiated at the beginning, so that this needs no negotiation: Chromium shows no
   * further picture of the other person after it has rolled back an offer to send.
   */
  async function attachAll(): Promise<void> {
    const picture = STEPS[step] && track('video');
    await attach('audio', track('audio'));
    await attach('video', picture);
    await applyLimit();
    if (sendsPicture === !!picture) return;
    sendsPicture = !!picture;
    send({ picture: sendsPicture });
  }

  /** @param active `false` pauses the picture */
  async function applyLimit(active = true): Promise<void> {
    const sender = transceiverOf('video')?.sender;
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender?.track || !parameters || !encoding) return;
    const { scale, frames, bits } = STEPS[step]!;
    Object.assign(encoding, { active, scaleResolutionDownBy: scale, maxFramerate: frames, maxBitrate: bits });
    await sender.setParameters(parameters);
  }

  /** Plays sound alone while there is no picture: an announced track without frames would delay the sound. */
  function collect(): void {
    for (const { receiver } of pc.getTransceivers())
      if (hasPicture || receiver.track.kind === 'audio') remote.addTrack(receiver.track);
  }

  async function receiveNow({ description, offer, candidate, picture }: SignalPayload): Promise<void> {
    if (picture !== undefined) {
      hasPicture = picture;
      collect();
      onChange();
    }
    if (candidate && !ignores) await pc.addIceCandidate(candidate);
    if (!description) return;
    const isOffer = description.type === 'offer';
    if (!isOffer && offer !== ownOffer) return;
    ignores = isOffer && !isPolite && pc.signalingState !== 'stable';
    if (ignores) return;
    if (isOffer) theirOffer = offer!;
    await pc.setRemoteDescription(description);
    if (isOffer) {
      for (const transceiver of pc.getTransceivers()) {
        transceiver.direction = 'sendrecv';
        transceiver.sender.setStreams?.(own);
      }
      await attachAll();
      await describe();
    } else if (!hasCandidate && pc.iceGatheringState === 'complete' && Date.now() - restartedAt > AGAIN_MS) {
      // The offer was made without a network. The answer shows that there is one now.
      await restartNow();
    }
    onChange();
  }

  pc.addEventListener('negotiationneeded', () =>
    enqueue(async () => {
      // Skip during a negotiation: the browser fires the event again after it.
      if (pc.signalingState === 'stable' && (begins || pc.remoteDescription)) await describe();
    }),
  );
  pc.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate?.candidate || (!direct && !candidate.candidate.includes(' typ relay '))) return;
    hasCandidate = true;
    const json = candidate.toJSON();
    send({ candidate: direct ? json : { ...json, candidate: stripIpAddresses(json.candidate!) } });
  });
  pc.addEventListener('track', collect);
  pc.addEventListener('connectionstatechange', () => {
    onChange();
    if (pc.connectionState !== 'connected') return;
    // A pause makes the encoder send a key frame. The receiver would ask for one only after seconds.
    if (wasConnected) enqueue(() => applyLimit(false).then(() => applyLimit()));
    wasConnected = true;
  });
  if (begins) {
    for (const kind of ['audio', 'video'] as const) pc.addTransceiver(kind, { streams: [own] });
    enqueue(attachAll);
  }

  return {
    remote,
    isConnected: () => pc.connectionState === 'connected',
    hasFailed: () => pc.connectionState === 'failed',
    hasPicture: () => hasPicture,
    isUsed: () => !!pc.currentRemoteDescription,
    receive: (payload) => enqueue(() => receiveNow(payload)),
    refresh: () => enqueue(attachAll),
    resend: () => enqueue(resendNow),
    restart: () =>
      enqueue(async () => {
        resendNow();
        if (pc.signalingState !== 'stable' || !pc.remoteDescription) return;
        await restartNow();
      }),
    limit: (next) => {
      if (next === step) return;
      step = next;
      enqueue(attachAll);
    },
    stats: () => pc.getStats(),
    close: () => pc.close(),
  };
}
