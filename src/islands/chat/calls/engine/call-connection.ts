import type { Call, Signal } from '../../../../contract/call-protocol.ts';
import type { ChatClient } from '../../client/state.ts';
import type { Ending, Shown } from './call-state.ts';
import type { Media } from './media.ts';
import { openPeer, type Peer, type Told } from './peer-connection.ts';
import { openLine } from './signaling-channel.ts';
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
  onChange: (change: Partial<Shown>) => void;
  /** There is no connection, and no hope of one. */
  onLost: (ending: Ending & ('failed' | 'lost')) => void;
}

/** Connects two devices, and keeps them connected as long as it can be done. */
export interface Link {
  /** The other one has answered, or may not have heard what was told. */
  meet: () => void;
  /** Devices are others than before. */
  refresh: () => void;
  /** The service is back. @param isMoved the network is another one, whatever still seems well */
  repair: (isMoved: boolean) => void;
  receive: (signal: Signal) => void;
  close: () => void;
}

export function openLink({ client, call, device, media, direct, onChange, onLost }: Parts): Link {
  const { connection } = client;
  const ofCall = { call: call.id, device };
  let is: 'calling' | 'connecting' | 'talking' | 'reconnecting' = 'calling';
  let since: number | undefined;
  let look: () => Promise<void>;
  /** Since when there is no connection, and when one was tried last. */
  let awaySince = 0;
  let triedAt = 0;
  /** Whether the network is another one than when it was tried last. */
  let hasMoved = false;
  const line = openLine({ connection, call: ofCall, begins: call.isMine, makePeer });
  const ticking = setInterval(tick, TICK_MS);

  function makePeer(tell: (told: Told) => void): Peer {
    const peer = openPeer({
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

  function become(next: typeof is): void {
    if (next === is) return;
    is = next;
    if (next === 'talking') since ??= Date.now();
    else awaySince = Date.now();
    onChange({ is, ...(since && { since }) });
  }

  /** How the connection is now. */
  function compare(): void {
    if (is === 'calling') return;
    const peer = line.peer();
    if (peer.isConnected()) become('talking');
    else if (is === 'talking') become('reconnecting');
    onChange({ hasPicture: peer.hasPicture() });
  }

  function tick(): void {
    if (is === 'calling') return;
    compare();
    if (is === 'talking') return void look();
    const [now, isFirst] = [Date.now(), is === 'connecting'];
    const awayMs = now - awaySince;
    if (awayMs > (isFirst ? CONNECT_MS : RECONNECT_MS)) return onLost(isFirst ? 'failed' : 'lost');
    if (!line.isBound()) line.greet();
    const isDue = awayMs > AWAY_MS || line.peer().hasFailed();
    if (isDue && now - triedAt > (call.isMine ? ATTEMPT_MS : CALLEE_ATTEMPT_MS)) restart();
    return undefined;
  }

  function restart(): void {
    // Nobody would hear of it; afterwards it is done at once.
    if (client.getState().connection.is !== 'online') return;
    hasMoved = false;
    triedAt = Date.now();
    line.restart();
  }

  return {
    meet: () => {
      if (is === 'calling') {
        triedAt = Date.now();
        become('connecting');
      }
      line.greet();
    },
    refresh: () => line.peer().refresh(),
    repair: (isMoved) => {
      hasMoved ||= isMoved;
      if (is !== 'calling' && (hasMoved || is !== 'talking')) restart();
    },
    receive: line.receive,
    close: () => {
      clearInterval(ticking);
      line.close();
    },
  };
}
