import type { Call, Signal } from '../../../../contract/call-protocol.ts';
import type { ChatClient } from '../../client/state.ts';
import type { CallEnding, CallState } from './call-state.ts';
import type { Media } from './media.ts';
import { openPeerConnection, type PeerConnection, type SignalPayload } from './peer-connection.ts';
import { openSignalingChannel } from './signaling-channel.ts';
import { watchQuality } from './watch-quality.ts';

const TICK_MS = 1000;
/** So long a first connection may take, and another one after it was lost. */
const CONNECT_MS = 20_000;
const RECONNECT_MS = 30_000;
/** So long a connection may be away by itself, and so long one attempt at another one takes; who did not call waits longer. */
const AWAY_MS = 3000;
const ATTEMPT_MS = 4000;
const CALLEE_ATTEMPT_MS = 6000;

interface Parts {
  client: ChatClient;
  call: Call;
  device: string;
  media: Media;
  /** Whether one's own address may be given away. */
  direct: boolean;
  onChange: (change: Partial<CallState>) => void;
  /** There is no connection, and no hope of one. */
  onLost: (ending: CallEnding & ('failed' | 'lost')) => void;
}

/** Connects two devices, and keeps them connected as long as it can be done. */
export interface CallConnection {
  /** The other one has answered, or may not have heard what was told. */
  meet: () => void;
  /** Devices are others than before. */
  refresh: () => void;
  /** The service is back. @param isMoved the network is another one, whatever still seems well */
  repair: (isMoved: boolean) => void;
  receive: (signal: Signal) => void;
  close: () => void;
}

export function openCallConnection({ client, call, device, media, direct, onChange, onLost }: Parts): CallConnection {
  const { connection } = client;
  const ofCall = { call: call.id, device };
  let status: 'calling' | 'connecting' | 'talking' | 'reconnecting' = 'calling';
  let since: number | undefined;
  let look: () => Promise<void>;
  /** Since when there is no connection, and when one was tried last. */
  let awaySince = 0;
  let triedAt = 0;
  /** Whether the network is another one than when it was tried last. */
  let hasMoved = false;
  const line = openSignalingChannel({ connection, call: ofCall, begins: call.isMine, makePeer });
  const ticking = setInterval(tick, TICK_MS);

  function makePeer(tell: (told: SignalPayload) => void): PeerConnection {
    const peer = openPeerConnection({
      relays: async () => {
        const answer = await connection.ask('relays', ofCall);
        return 'ok' in answer ? answer.ok : undefined;
      },
      direct,
      begins: call.isMine,
      isPolite: client.getState().lobby!.me.id < call.other.id,
      track: media.track,
      tell,
      onChange: compare,
    });
    look = watchQuality(peer, (quality) => onChange({ quality }));
    onChange({ remote: peer.remote, hasPicture: false, quality: 'good' });
    return peer;
  }

  function become(next: typeof status): void {
    if (next === status) return;
    status = next;
    if (next === 'talking') since ??= Date.now();
    else awaySince = Date.now();
    onChange({ status, ...(since && { since }) });
  }

  /** How the connection is now. */
  function compare(): void {
    if (status === 'calling') return;
    const peer = line.peer();
    if (peer.isConnected()) become('talking');
    else if (status === 'talking') become('reconnecting');
    onChange({ hasPicture: peer.hasPicture() });
  }

  function tick(): void {
    if (status === 'calling') return;
    compare();
    if (status === 'talking') return void look();
    const [now, isFirst] = [Date.now(), status === 'connecting'];
    const awayMs = now - awaySince;
    if (awayMs > (isFirst ? CONNECT_MS : RECONNECT_MS)) return onLost(isFirst ? 'failed' : 'lost');
    if (!line.isBound()) line.greet();
    const isDue = awayMs > AWAY_MS || line.peer().hasFailed();
    if (isDue && now - triedAt > (call.isMine ? ATTEMPT_MS : CALLEE_ATTEMPT_MS)) restart();
    return undefined;
  }

  function restart(): void {
    // Nobody would hear of it; afterwards it is done at once.
    if (client.getState().connection.status !== 'online') return;
    hasMoved = false;
    triedAt = Date.now();
    line.restart();
  }

  return {
    meet: () => {
      if (status === 'calling') {
        triedAt = Date.now();
        become('connecting');
      }
      line.greet();
    },
    refresh: () => line.peer().refresh(),
    repair: (isMoved) => {
      hasMoved ||= isMoved;
      if (status !== 'calling' && (hasMoved || status !== 'talking')) restart();
    },
    receive: line.receive,
    close: () => {
      clearInterval(ticking);
      line.close();
    },
  };
}
