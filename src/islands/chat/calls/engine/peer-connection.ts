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

/** TURN credentials are fetched again where they expire sooner than this. */
const SPARE_MS = 60_000;

/** Pause before an ICE restart that gathered no candidate is repeated. */
const AGAIN_MS = 1000;

/**
 * A connection of two devices, until one of them reloads its page. It is made by perfect negotiation: a queue runs the steps one after
 * the other, so that only offers can collide.
 * @see https://www.w3.org/TR/webrtc/#perfect-negotiation-example
 */
export class PeerConnection {
  /** Sound and picture of the other person. */
  readonly remote = new MediaStream();
  readonly #options: Options;
  readonly #configuration: RTCConfiguration;
  readonly #pc: RTCPeerConnection;
  readonly #own = new MediaStream();
  #queue = Promise.resolve();
  #credentials: TurnCredentials | undefined;
  #ignores = false;
  /** Index into STEPS. */
  #step = 0;
  /** Whether this device sends a picture, and whether the other does. */
  #sendsPicture = false;
  #hasPicture = false;
  /** Number of the last offer of each side. */
  #ownOffer = 0;
  #theirOffer = 0;
  #restartedAt = 0;
  #wasConnected = false;
  /** Whether a candidate was found since the last restart. */
  #hasCandidate = true;

  constructor(options: Options) {
    this.#options = options;
    this.#configuration = { iceTransportPolicy: options.direct ? 'all' : 'relay', bundlePolicy: 'max-bundle' };
    this.#pc = new RTCPeerConnection(this.#configuration);
    this.#pc.addEventListener('negotiationneeded', () => this.#enqueue(() => this.#negotiate()));
    this.#pc.addEventListener('icecandidate', ({ candidate }) => this.#sendCandidate(candidate));
    this.#pc.addEventListener('track', () => this.#collect());
    this.#pc.addEventListener('connectionstatechange', () => this.#onConnectionState());
    if (!options.begins) return;
    for (const kind of ['audio', 'video'] as const) this.#pc.addTransceiver(kind, { streams: [this.#own] });
    this.refresh();
  }

  get state(): RTCPeerConnectionState {
    return this.#pc.connectionState;
  }

  /** Whether the other person sends a picture. */
  hasPicture(): boolean {
    return this.#hasPicture;
  }

  /** Whether a negotiation has succeeded. Afterwards the connection cannot be used with another peer connection of the other device. */
  isUsed(): boolean {
    return !!this.#pc.currentRemoteDescription;
  }

  receive(payload: SignalPayload): void {
    this.#enqueue(() => this.#receive(payload));
  }

  /** Sends the current tracks. */
  refresh(): void {
    this.#enqueue(() => this.#attachAll());
  }

  /** Sends signals again that may be lost. */
  resend(): void {
    this.#enqueue(() => this.#resend());
  }

  /** Restarts ICE with fresh TURN credentials. */
  restart(): void {
    this.#enqueue(async () => {
      this.#resend();
      if (this.#pc.signalingState === 'stable' && this.#pc.remoteDescription) await this.#restart();
    });
  }

  /** @param step index into STEPS */
  limit(step: number): void {
    if (step === this.#step) return;
    this.#step = step;
    this.refresh();
  }

  stats(): Promise<RTCStatsReport> {
    return this.#pc.getStats();
  }

  close(): void {
    this.#pc.close();
  }

  #enqueue(task: () => Promise<void> | void): void {
    this.#queue = this.#queue.then(task).catch((error: unknown) => {
      // WebRTC rejects with a DOMException a step that does not fit its state, such as a candidate of an earlier negotiation. The next
      // restart recovers. A closed connection needs no recovery. Any other error is a mistake of this program.
      if (!(error instanceof DOMException) && this.#pc.signalingState !== 'closed') reportError(error);
    });
  }

  async #negotiate(): Promise<void> {
    // Skip during a negotiation: the browser fires the event again after it.
    const mayOffer = this.#options.begins || this.#pc.remoteDescription;
    if (this.#pc.signalingState === 'stable' && mayOffer) await this.#describe();
  }

  async #refreshCredentials(): Promise<void> {
    this.#credentials = (await this.#options.fetchTurnServers()) ?? this.#credentials;
    if (this.#credentials) this.#pc.setConfiguration({ ...this.#configuration, iceServers: [this.#credentials] });
  }

  async #restart(): Promise<void> {
    await this.#refreshCredentials();
    this.#restartedAt = Date.now();
    this.#hasCandidate = false;
    this.#pc.restartIce();
  }

  async #describe(): Promise<void> {
    if (!this.#credentials || this.#credentials.until - Date.now() < SPARE_MS) await this.#refreshCredentials();
    await this.#pc.setLocalDescription();
    if (this.#pc.localDescription!.type === 'offer') this.#ownOffer += 1;
    this.#sendDescription();
  }

  #sendDescription(): void {
    const { direct, send } = this.#options;
    const { type, sdp } = this.#pc.localDescription!;
    const offer = type === 'offer' ? this.#ownOffer : this.#theirOffer;
    send({ description: { type, sdp: direct ? sdp : stripIpAddresses(sdp) }, offer });
  }

  #sendCandidate(found: RTCIceCandidate | null): void {
    const { direct, send } = this.#options;
    if (!found?.candidate || (!direct && !found.candidate.includes(' typ relay '))) return;
    this.#hasCandidate = true;
    const candidate = found.toJSON();
    send({ candidate: direct ? candidate : { ...candidate, candidate: stripIpAddresses(candidate.candidate!) } });
  }

  #resend(): void {
    if (this.#pc.signalingState === 'have-local-offer') this.#sendDescription();
    this.#options.send({ picture: this.#sendsPicture });
  }

  /**
   * Sends the current tracks. Both directions are negotiated at the beginning, so that this needs no negotiation: Chromium shows no
   * further picture of the other person after it has rolled back an offer to send.
   */
  async #attachAll(): Promise<void> {
    const { track, send } = this.#options;
    const picture = STEPS[this.#step] && track('video');
    await this.#attach('audio', track('audio'));
    await this.#attach('video', picture);
    await this.#applyLimit();
    if (this.#sendsPicture === !!picture) return;
    this.#sendsPicture = !!picture;
    send({ picture: this.#sendsPicture });
  }

  async #attach(kind: MediaKind, sent: MediaStreamTrack | undefined): Promise<void> {
    const sender = this.#senderOf(kind);
    if (sender && sender.track !== (sent ?? null)) await sender.replaceTrack(sent ?? null);
  }

  /** @param active `false` pauses the picture */
  async #applyLimit(active = true): Promise<void> {
    const sender = this.#senderOf('video');
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender?.track || !parameters || !encoding) return;
    const { scale, frames, bits } = STEPS[this.#step]!;
    Object.assign(encoding, { active, scaleResolutionDownBy: scale, maxFramerate: frames, maxBitrate: bits });
    await sender.setParameters(parameters);
  }

  #senderOf(kind: MediaKind): RTCRtpSender | undefined {
    return this.#pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender;
  }

  /** Plays sound alone while there is no picture: an announced track without frames would delay the sound. */
  #collect(): void {
    for (const { receiver } of this.#pc.getTransceivers())
      if (this.#hasPicture || receiver.track.kind === 'audio') this.remote.addTrack(receiver.track);
  }

  #onConnectionState(): void {
    this.#options.onChange();
    if (this.state !== 'connected') return;
    // A pause makes the encoder send a key frame. The receiver would ask for one only after seconds.
    if (this.#wasConnected) this.#enqueue(() => this.#applyLimit(false).then(() => this.#applyLimit()));
    this.#wasConnected = true;
  }

  async #receive({ description, offer, candidate, picture }: SignalPayload): Promise<void> {
    if (picture !== undefined) {
      this.#hasPicture = picture;
      this.#collect();
      this.#options.onChange();
    }
    if (candidate && !this.#ignores) await this.#pc.addIceCandidate(candidate);
    if (!description) return;
    const isOffer = description.type === 'offer';
    if (!isOffer && offer !== this.#ownOffer) return;
    this.#ignores = isOffer && !this.#options.isPolite && this.#pc.signalingState !== 'stable';
    if (this.#ignores) return;
    if (isOffer) this.#theirOffer = offer!;
    await this.#pc.setRemoteDescription(description);
    if (isOffer) {
      for (const transceiver of this.#pc.getTransceivers()) {
        transceiver.direction = 'sendrecv';
        transceiver.sender.setStreams?.(this.#own);
      }
      await this.#attachAll();
      await this.#describe();
    } else if (!this.#hasCandidate && this.#pc.iceGatheringState === 'complete') {
      // The offer was made without a network. The answer shows that there is one now.
      if (Date.now() - this.#restartedAt > AGAIN_MS) await this.#restart();
    }
    this.#options.onChange();
  }
}
