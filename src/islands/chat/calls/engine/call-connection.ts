import type { Call, Signal } from '../../../../contract/chat/call-protocol.ts';
import type { ChatClient } from '../../client/chat-client-types.ts';
import { adaptToBandwidth } from './adapt-to-bandwidth.ts';
import type { CallEnding, CallState } from './call-state.ts';
import type { Media } from './media.ts';
import { PeerConnection, type SignalPayload } from './peer-connection.ts';
import { openSignalingChannel } from './signaling-channel.ts';

const TICK_MS = 1000;
/** Time limits of the first connection, and of a reconnection. */
const CONNECT_MS = 20_000;
const RECONNECT_MS = 30_000;
/**
 * Time in which a lost connection may recover by itself, and duration of an attempt. The callee waits longer, so that both do not
 * restart at once.
 */
const AWAY_MS = 3000;
const ATTEMPT_MS = 4000;
const CALLEE_ATTEMPT_MS = 6000;

interface Options {
  client: ChatClient;
  call: Call;
  device: string;
  media: Media;
  /** Whether the other person may learn the user's IP address. */
  direct: boolean;
  onChange: (change: Partial<CallState>) => void;
  /** No connection came about in time. */
  onLost: (ending: CallEnding & ('failed' | 'lost')) => void;
}

/** Connects two devices, and reconnects them until the time limit. */
export class CallConnection {
  readonly #options: Options;
  readonly #channel: ReturnType<typeof openSignalingChannel>;
  readonly #ticking: ReturnType<typeof setInterval>;
  #status: 'calling' | 'connecting' | 'talking' | 'reconnecting' = 'calling';
  #checkQuality: (() => Promise<void>) | undefined;
  /** When the connection was lost, and when the last attempt began. */
  #awaySince = 0;
  #triedAt = 0;
  /** Whether the network changed since the last attempt. */
  #hasMoved = false;

  constructor(options: Options) {
    this.#options = options;
    const { client, call, device } = options;
    this.#channel = openSignalingChannel({
      connection: client.connection,
      call: { call: call.id, device },
      begins: call.isMine,
      makePeer: (send) => this.#makePeer(send),
    });
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Starts to connect after the answer, and resends signals that may be lost. */
  connect(): void {
    if (this.#status === 'calling') {
      this.#triedAt = Date.now();
      this.#setStatus('connecting');
    }
    this.#channel.greet();
  }

  /** Sends the current tracks after a change of devices. */
  refresh(): void {
    this.#channel.peer().refresh();
  }

  /** Restarts where necessary after the service is back. @param isMoved the network changed, so restart in any case */
  repair(isMoved: boolean): void {
    this.#hasMoved ||= isMoved;
    if (this.#status !== 'calling' && (this.#hasMoved || this.#status !== 'talking')) this.#restart();
  }

  /** Takes a signal of the other device. */
  receive(signal: Signal): void {
    this.#channel.receive(signal);
  }

  /** Ends the connection. */
  close(): void {
    clearInterval(this.#ticking);
    this.#channel.peer().close();
  }

  #makePeer(send: (payload: SignalPayload) => void): PeerConnection {
    const { client, call, device, media, direct, onChange } = this.#options;
    const peer = new PeerConnection({
      fetchTurnServers: async () => {
        const answer = await client.connection.ask('relays', { call: call.id, device });
        return 'ok' in answer ? answer.ok : undefined;
      },
      direct,
      begins: call.isMine,
      isPolite: client.getState().lobby!.me.id < call.other.id,
      track: media.track,
      send,
      onChange: () => this.#update(),
    });
    this.#checkQuality = adaptToBandwidth(peer, (quality) => onChange({ quality }));
    onChange({ remote: peer.remote, hasPicture: false, quality: 'good' });
    return peer;
  }

  #setStatus(next: 'connecting' | 'talking' | 'reconnecting'): void {
    if (next === this.#status) return;
    this.#status = next;
    if (next !== 'talking') this.#awaySince = Date.now();
    this.#options.onChange({ status: next });
  }

  /** Takes over the state of the peer connection. */
  #update(): void {
    if (this.#status === 'calling') return;
    const peer = this.#channel.peer();
    if (peer.state === 'connected') this.#setStatus('talking');
    else if (this.#status === 'talking') this.#setStatus('reconnecting');
    this.#options.onChange({ hasPicture: peer.hasPicture() });
  }

  #tick(): void {
    if (this.#status === 'calling') return;
    this.#update();
    if (this.#status === 'talking') return void this.#checkQuality?.();
    const [now, isFirst] = [Date.now(), this.#status === 'connecting'];
    const awayMs = now - this.#awaySince;
    const { call, onLost } = this.#options;
    if (awayMs > (isFirst ? CONNECT_MS : RECONNECT_MS)) return onLost(isFirst ? 'failed' : 'lost');
    if (!this.#channel.isBound()) this.#channel.greet();
    const isDue = awayMs > AWAY_MS || this.#channel.peer().state === 'failed';
    if (isDue && now - this.#triedAt > (call.isMine ? ATTEMPT_MS : CALLEE_ATTEMPT_MS)) this.#restart();
    return undefined;
  }

  #restart(): void {
    // The signal would be lost. `repair` restarts as soon as the service is back.
    if (this.#options.client.getState().connection.status !== 'online') return;
    this.#hasMoved = false;
    this.#triedAt = Date.now();
    this.#channel.peer().restart();
  }
}
