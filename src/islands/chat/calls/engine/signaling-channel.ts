import type { Signal } from '../../../../contract/call-protocol.ts';
import type { ChatClient } from '../../client/state.ts';
import type { PeerConnection, SignalPayload } from './peer-connection.ts';

/** What a signal holds: what is told, and which peer of which page tells it to which. Nothing told is a greeting. */
interface SignalMessage extends SignalPayload {
  from: string;
  /** Missing while the other one is not known. */
  to?: string | undefined;
}

interface Parts {
  connection: ChatClient['connection'];
  call: { call: string; device: string };
  /** Whether one's own peer makes the first offer. */
  begins: boolean;
  makePeer: (tell: (told: SignalPayload) => void) => PeerConnection;
}

/** Keeps one's own peer together with that of the other device, another one after a reload. */
export interface SignalingChannel {
  peer: () => PeerConnection;
  /** Makes oneself known, and makes good what was not heard. */
  greet: () => void;
  isBound: () => boolean;
  /** Looks for a new way between the two. */
  restart: () => void;
  receive: (signal: Signal) => void;
  close: () => void;
}

export function openSignalingChannel({ connection, call, begins, makePeer }: Parts): SignalingChannel {
  let own = crypto.randomUUID();
  let theirs: string | undefined;
  /** What waits for somebody to be told. */
  let waiting: SignalPayload[] = [];
  let peer = makePeer(tell);

  function send(told: SignalPayload): void {
    const message: SignalMessage = { from: own, to: theirs, ...told };
    void connection.ask('signal', { ...call, signal: JSON.stringify(message) });
  }

  function tell(told: SignalPayload): void {
    if (theirs) send(told);
    else waiting.push(told);
  }

  function bind(from: string): void {
    // What was agreed on with the page of before is of no use to this one.
    if (theirs && (begins || peer.isUsed())) {
      peer.close();
      waiting = [];
      own = crypto.randomUUID();
      theirs = from;
      peer = makePeer(tell);
    }
    theirs = from;
    send({});
    for (const told of waiting.splice(0)) send(told);
  }

  return {
    peer: () => peer,
    greet: () => {
      send({});
      if (theirs) peer.resend();
    },
    isBound: () => theirs !== undefined,
    restart: () => peer.restart(),
    receive: ({ call: id, signal }) => {
      if (id !== call.call) return;
      const { from, to, ...told } = parseSignal(signal);
      if (!from) return;
      // Meant for a peer of before.
      if (to && to !== own) return;
      if (from !== theirs) bind(from);
      else if (!to) send({});
      if (Object.keys(told).length) peer.receive(told);
      else if (to) peer.resend();
    },
    close: () => peer.close(),
  };
}

/** Whatever the other one has sent. */
function parseSignal(signal: string): Partial<SignalMessage> {
  try {
    return Object(JSON.parse(signal)) as SignalMessage;
  } catch {
    return {};
  }
}
