import type { TurnCredentials } from '../../../../contract/call-protocol.ts';
import type { MediaKind } from './media.ts';
import { STEPS } from './quality.ts';
import { stripIpAddresses } from './strip-ip-addresses.ts';

/** What is told to the peer of the other one: how to connect, a way to reach it, or whether there is a picture. */
export interface SignalPayload {
  description?: RTCSessionDescriptionInit;
  /** Number of the offer that the description is, or answers. */
  offer?: number;
  candidate?: RTCIceCandidateInit;
  picture?: boolean;
}

interface Parts {
  /** Fresh relays; nothing while they cannot be had. */
  relays: () => Promise<TurnCredentials | undefined>;
  /** Whether one's own address may be given away. */
  direct: boolean;
  /** Who makes the first offer, and who gives way where both make one: each is another one of the two. */
  begins: boolean;
  isPolite: boolean;
  track: (kind: MediaKind) => MediaStreamTrack | undefined;
  tell: (told: SignalPayload) => void;
  onChange: () => void;
}

/** What connects two devices, until one of them is loaded anew. */
export interface PeerConnection {
  /** What comes from the other one. */
  remote: MediaStream;
  isConnected: () => boolean;
  hasFailed: () => boolean;
  /** Whether the other one sends a picture. */
  hasPicture: () => boolean;
  /** Whether anything was agreed on, which holds for one peer of the other one alone. */
  isUsed: () => boolean;
  receive: (told: SignalPayload) => void;
  /** Sends what there is to send now. */
  refresh: () => void;
  /** Tells once more what may not have been heard. */
  resend: () => void;
  /** Looks for a new way, over fresh relays. */
  restart: () => void;
  /** @param step index into STEPS */
  limit: (step: number) => void;
  stats: () => Promise<RTCStatsReport>;
  close: () => void;
}

/** Used once more, a credential is good for so long at least. */
const SPARE_MS = 60_000;

/** An offer in vain is not repeated sooner. */
const AGAIN_MS = 1000;

/** A connection by perfect negotiation. One thing is done after the other, so that a collision is an offer that meets one's own. */
export function openPeerConnection({ relays, direct, begins, isPolite, track, tell, onChange }: Parts): PeerConnection {
  const always: RTCConfiguration = { iceTransportPolicy: direct ? 'all' : 'relay', bundlePolicy: 'max-bundle' };
  const pc = new RTCPeerConnection(always);
  const own = new MediaStream();
  const remote = new MediaStream();
  let known: TurnCredentials | undefined;
  let ignores = false;
  let step = 0;
  /** Whether a picture is sent, on either side. */
  let isShowing = false;
  let isShown = false;
  /** The last offer of either side. */
  let ownOffer = 0;
  let theirOffer = 0;
  let restartedAt = 0;
  let wasConnected = false;
  /** Whether any way of one's own was found since. */
  let hasWay = true;
  let work = Promise.resolve();
  const then = (act: () => Promise<void> | void): void => {
    // What a connection refuses, such as a candidate of before, the next restart makes good.
    work = work.then(act).catch(() => {});
  };
  const transceiverOf = (kind: MediaKind): RTCRtpTransceiver | undefined =>
    pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kind);

  async function fetchRelays(): Promise<void> {
    known = (await relays()) ?? known;
    if (known) pc.setConfiguration({ ...always, iceServers: [known] });
  }

  async function restartNow(): Promise<void> {
    await fetchRelays();
    restartedAt = Date.now();
    hasWay = false;
    pc.restartIce();
  }

  async function describe(): Promise<void> {
    if (!known || known.until - Date.now() < SPARE_MS) await fetchRelays();
    await pc.setLocalDescription();
    if (pc.localDescription!.type === 'offer') ownOffer += 1;
    tellDescription();
  }

  function tellDescription(): void {
    const { type, sdp } = pc.localDescription!;
    const offer = type === 'offer' ? ownOffer : theirOffer;
    tell({ description: { type, sdp: direct ? sdp : stripIpAddresses(sdp) }, offer });
  }

  function remindNow(): void {
    if (pc.signalingState === 'have-local-offer') tellDescription();
    tell({ picture: isShowing });
  }

  async function attach(kind: MediaKind, sent: MediaStreamTrack | undefined): Promise<void> {
    const sender = transceiverOf(kind)?.sender;
    if (sender && sender.track !== (sent ?? null)) await sender.replaceTrack(sent ?? null);
  }

  /**
   * Sends what there is. Both ways are agreed on from the beginning, so that this needs no new agreement: Chromium shows nothing
   * more of the other one once it has taken back an offer to send.
   */
  async function attachAll(): Promise<void> {
    const picture = STEPS[step] && track('video');
    await attach('audio', track('audio'));
    await attach('video', picture);
    await applyLimit();
    if (isShowing === !!picture) return;
    isShowing = !!picture;
    tell({ picture: isShowing });
  }

  /** @param active nothing is sent for a moment where it is false */
  async function applyLimit(active = true): Promise<void> {
    const sender = transceiverOf('video')?.sender;
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender?.track || !encoding) return;
    const { scale, frames, bits } = STEPS[step]!;
    Object.assign(encoding, { active, scaleResolutionDownBy: scale, maxFramerate: frames, maxBitrate: bits });
    await sender.setParameters(parameters!);
  }

  /** Sound alone, as long as there is no picture: one that does not come would keep it back. */
  function collect(): void {
    for (const { receiver } of pc.getTransceivers())
      if (isShown || receiver.track.kind === 'audio') remote.addTrack(receiver.track);
  }

  async function takeNow({ description, offer, candidate, picture }: SignalPayload): Promise<void> {
    if (picture !== undefined) {
      isShown = picture;
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
    } else if (!hasWay && pc.iceGatheringState === 'complete' && Date.now() - restartedAt > AGAIN_MS) {
      // It was offered while there was no network, of which there is one now.
      await restartNow();
    }
    onChange();
  }

  pc.addEventListener('negotiationneeded', () =>
    then(async () => {
      // Told again once what is under way has been agreed on.
      if (pc.signalingState === 'stable' && (begins || pc.remoteDescription)) await describe();
    }),
  );
  pc.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate?.candidate || (!direct && !candidate.candidate.includes(' typ relay '))) return;
    hasWay = true;
    const told = candidate.toJSON();
    tell({ candidate: direct ? told : { ...told, candidate: stripIpAddresses(told.candidate!) } });
  });
  pc.addEventListener('track', collect);
  pc.addEventListener('connectionstatechange', () => {
    onChange();
    if (pc.connectionState !== 'connected') return;
    // Whoever has missed parts of a picture would wait for seconds before asking for a whole one.
    if (wasConnected) then(() => applyLimit(false).then(() => applyLimit()));
    wasConnected = true;
  });
  if (begins) {
    for (const kind of ['audio', 'video'] as const) pc.addTransceiver(kind, { streams: [own] });
    then(attachAll);
  }

  return {
    remote,
    isConnected: () => pc.connectionState === 'connected',
    hasFailed: () => pc.connectionState === 'failed',
    hasPicture: () => isShown,
    isUsed: () => !!pc.currentRemoteDescription,
    receive: (told) => then(() => takeNow(told)),
    refresh: () => then(attachAll),
    resend: () => then(remindNow),
    restart: () =>
      then(async () => {
        remindNow();
        if (pc.signalingState !== 'stable' || !pc.remoteDescription) return;
        await restartNow();
      }),
    limit: (next) => {
      if (next === step) return;
      step = next;
      then(attachAll);
    },
    stats: () => pc.getStats(),
    close: () => pc.close(),
  };
}
