import type { Signal } from '../../../../contract/chat/call-protocol.ts';
import type { ChatClient } from '../../client/chat-client-types.ts';
import type { PeerConnection, SignalPayload } from './peer-connection.ts';

/** A signal with the ids of both peer connections. Without a payload it is a greeting. */
interface SignalMessage extends SignalPayload {
  from: string;
  /** Missing while the other id is unknown. */
  to?: string | undefined;
}

interface Options {
  connection: ChatClient['connection'];
  call: { call: string; device: string };
  /** Whether this device makes the first offer. */
  begins: boolean;
  makePeer: (send: (payload: SignalPayload) => void) => PeerConnection;
}

/** Exchanges signals with the other device, and opens a new peer connection after a reload of its page. */
export function openSignalingChannel({ connection, call, begins, makePeer }: Options) {
  let own = crypto.randomUUID();
  let theirs: string | undefined;
  /** Payloads to send once the other id is known. */
  let waiting: SignalPayload[] = [];
  let peer = makePeer(sendWhenBound);

  function send(payload: SignalPayload): void {
    const message: SignalMessage = { from: own, to: theirs, ...payload };
    void connection.ask('signal', { ...call, signal: JSON.stringify(message) });
  }

  function sendWhenBound(payload: SignalPayload): void {
    if (theirs) send(payload);
    else waiting.push(payload);
  }

  function bind(from: string): void {
    // The other page was reloaded: a negotiation with its former peer connection is useless now.
    if (theirs && (begins || peer.isUsed())) {
      peer.close();
      waiting = [];
      own = crypto.randomUUID();
      theirs = from;
      peer = makePeer(sendWhenBound);
    }
    theirs = from;
    send({});
    for (const payload of waiting.splice(0)) send(payload);
  }

  return {
    peer: (): PeerConnection => peer,
    /** Introduces this device, and resends signals that may be lost. */
    greet: (): void => {
      send({});
      if (theirs) peer.resend();
    },
    /** Whether the id of the other peer connection is known. */
    isBound: (): boolean => theirs !== undefined,
    receive: ({ call: id, signal }: Signal): void => {
      if (id !== call.call) return;
      const { from, to, ...payload } = parseSignal(signal);
      if (!from) return;
      // Addressed to a former peer connection.
      if (to && to !== own) return;
      if (from !== theirs) bind(from);
      else if (!to) send({});
      if (Object.keys(payload).length) peer.receive(payload);
      else if (to) peer.resend();
    },
  };
}

/** The other device may send any text. */
function parseSignal(signal: string): Partial<SignalMessage> {
  try {
    return Object(JSON.parse(signal)) as SignalMessage;
  } catch {
    // Not JSON: ignore the signal.
    return {};
  }
}
