import type { Call, Signal } from '../../../../contract/chat/call-protocol.ts';
import type { ChatClient } from '../../client/chat-client-types.ts';
import { adaptToBandwidth } from './adapt-to-bandwidth.ts';
import type { CallEnding, CallState } from './call-state.ts';
import type { Media } from './media.ts';
import { openPeerConnection, type PeerConnection, type SignalPayload } from './peer-connection.ts';
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
export interface CallConnection {
  /** Starts to connect after the answer, and resends signals that may be lost. */
  connect: () => void;
  /** Sends the current tracks after a change of devices. */
  refresh: () => void;
  /** Restarts where necessary after the service is back. @param isMoved the network changed, so restart in any case */
  repair: (isMoved: boolean) => void;
  receive: (signal: Signal) => void;
  close: () => void;
}

export function openCallConnection({ client, call, device, media, direct, onChange, onLost }: Options): CallConnection {
  const { connection } = client;
  const ofCall = { call: call.id, device };
  let status: 'calling' | 'connecting' | 'talking' | 'reconnecting' = 'calling';
  let checkQuality: () => Promise<void>;
  /** When the connection was lost, and when the last attempt began. */
  let awaySince = 0;
  let triedAt = 0;
  /** Whether the network changed since the last attempt. */
  let hasMoved = false;
  const channel = openSignalingChannel({ connection, call: ofCall, begins: call.isMine, makePeer });
  const ticking = setInterval(tick, TICK_MS);

  function makePeer(send: (payload: SignalPayload) => void): PeerConnection {
    const peer = openPeerConnection({
      fetchTurnServers: async () => {
        const answer = await connection.ask('relays', ofCall);
        return 'ok' in answer ? answer.ok : undefined;
      },
      direct,
      begins: call.isMine,
      isPolite: client.getState().lobby!.me.id < call.other.id,
      track: media.track,
      send,
      onChange: update,
    });
    checkQuality = adaptToBandwidth(peer, (quality) => onChange({ quality }));
    onChange({ remote: peer.remote, hasPicture: false, quality: 'good' });
    return peer;
  }

  function setStatus(next: typeof status): void {
    if (next === status) return;
    status = next;
    if (next !== 'talking') awaySince = Date.now();
    onChange({ status });
  }

  /** Takes over the state of the peer connection. */
  function update(): void {
    if (status === 'calling') return;
    const peer = channel.peer();
    if (peer.isConnected()) setStatus('talking');
    else if (status === 'talking') setStatus('reconnecting');
    onChange({ hasPicture: peer.hasPicture() });
  }

  function tick(): void {
    if (status === 'calling') return;
    update();
    if (status === 'talking') return void checkQuality();
    const [now, isFirst] = [Date.now(), status === 'connecting'];
    const awayMs = now - awaySince;
    if (awayMs > (isFirst ? CONNECT_MS : RECONNECT_MS)) return onLost(isFirst ? 'failed' : 'lost');
    if (!channel.isBound()) channel.greet();
    const isDue = awayMs > AWAY_MS || channel.peer().hasFailed();
    if (isDue && now - triedAt > (call.isMine ? ATTEMPT_MS : CALLEE_ATTEMPT_MS)) restart();
    return undefined;
  }

  function restart(): void {
    // The signal would be lost. `repair` restarts as soon as the service is back.
    if (client.getState().connection.status !== 'online') return;
    hasMoved = false;
    triedAt = Date.now();
    channel.restart();
  }

  return {
    connect: () => {
      if (status === 'calling') {
        triedAt = Date.now();
        setStatus('connecting');
      }
      channel.greet();
    },
    refresh: () => channel.peer().refresh(),
    repair: (isMoved) => {
      hasMoved ||= isMoved;
      if (status !== 'calling' && (hasMoved || status !== 'talking')) restart();
    },
    receive: channel.receive,
    close: () => {
      clearInterval(ticking);
      channel.close();
    },
  };
}
