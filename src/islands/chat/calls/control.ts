import type { Call, Person } from '../../../contract/chat.ts';
import type { ChatClient, Outcome } from '../client/state.ts';
import { deviceId } from './device.ts';
import { type Line, openLine } from './line.ts';
import { createMedia, type Kind, type Media } from './media.ts';
import { openPeer } from './peer.ts';
import { type Ending, endingOf, isLive, type Shown } from './shown.ts';
import { watchQuality } from './watch-quality.ts';

const TICK_MS = 1000;
/** So long a first connection may take, and another one after it was lost. */
const CONNECT_MS = 20_000;
const RECONNECT_MS = 30_000;
/** So long a connection may be away by itself, and so long one attempt at another one takes; who did not call waits longer. */
const AWAY_MS = 3000;
const ATTEMPT_MS = 4000;
const POLITE_MS = 6000;

/** What can be done about calls. */
export interface Control {
  getShown: () => Shown | undefined;
  subscribe: (listener: () => void) => () => void;
  prepare: (room: string, other: Person) => void;
  /** Calls, answers, or goes on with a call, whichever is shown. */
  start: () => Promise<void>;
  /** Hangs up, declines or gives up; closes what is over. */
  end: () => void;
  /** Opens or closes a device; what it takes to see is asked for on a tap only. */
  turn: (kind: Kind, on: boolean, id?: string) => Promise<void>;
  deviceOf: (kind: Kind) => string | undefined;
  mute: (on: boolean) => void;
  blur: (on: boolean) => void;
  setDirect: (on: boolean) => void;
  stop: () => void;
}

/** The one call that this page may be in. */
export function createControl(client: ChatClient): Control {
  const { ask, on, off, hurry } = client.connection;
  const device = deviceId();
  const listeners = new Set<() => void>();
  let shown: Shown | undefined;
  let media: Media | undefined;
  let line: Line | undefined;
  let known: Call | undefined;
  let wasOnline = true;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let quality: ReturnType<typeof watchQuality> | undefined;
  /** The call that one has ended, whether the service has heard of it or not. */
  let ended: string | undefined;
  /** Since when there is no connection, and when one was tried last. */
  let awaySince = 0;
  let triedAt = 0;

  function set(change: Partial<Shown> | undefined): void {
    shown = change && shown && { ...shown, ...change };
    for (const listener of listeners) listener();
  }

  function show(is: Shown['is'], room: string, other: Person, call?: Call): void {
    release();
    media = createMedia((kind) => {
      set({ trouble: { ...shown?.trouble, [kind]: 'absent' } });
      changed();
    });
    shown = {
      is,
      room,
      other,
      ...(call && { call }),
      isBusy: false,
      trouble: {},
      picture: undefined,
      isBlurred: false,
      hasMicrophone: false,
      isMuted: false,
      direct: false,
      hasPicture: false,
      quality: 'good',
    };
    set({});
  }

  /** Everything that the call has taken: devices, the connection, the page. */
  function release(): void {
    clearInterval(ticking);
    line?.close();
    line = undefined;
    media?.stop();
    hurry(false);
    removeEventListener('beforeunload', keep);
  }

  function finish(ending?: Ending): void {
    release();
    if (ending) set({ is: 'over', ending, isBusy: false, picture: undefined, hasPicture: false });
    else {
      shown = undefined;
      set(undefined);
    }
  }

  /** Devices are others than before. */
  function changed(): void {
    const microphone = media?.track('audio');
    if (microphone) microphone.enabled = !shown?.isMuted;
    set({ picture: media?.track('video'), hasMicrophone: !!microphone });
    line?.peer().refresh();
  }

  const ofCall = (): { call: string; device: string } => ({ call: shown!.call!.id, device });

  function tellEnd(failed: boolean): void {
    if (!shown?.call) return;
    ended = shown.call.id;
    void ask('hangUp', { ...ofCall(), failed });
  }

  /** The service knows the call: both are brought together as soon as the other one is there. */
  function proceed(call: Call): void {
    if (call.is === 'over') return finish(endingOf(call));
    set({ call, isBusy: false, error: undefined });
    if (!line) {
      hurry(true);
      addEventListener('beforeunload', keep);
      line = openLine({ connection: client.connection, call: ofCall(), begins: call.isMine, makePeer: peerFor(call) });
      ticking = setInterval(tick, TICK_MS);
    }
    if (call.is === 'ringing') return set({ is: 'calling' });
    if (shown!.is !== 'talking' && shown!.is !== 'reconnecting' && shown!.is !== 'connecting') {
      awaySince = triedAt = Date.now();
      set({ is: 'connecting' });
    }
    line.greet();
    return undefined;
  }

  const peerFor =
    (call: Call) =>
    (tell: Parameters<Parameters<typeof openLine>[0]['makePeer']>[0]): ReturnType<typeof openPeer> => {
      const peer = openPeer({
        relays: async () => {
          const answer = await ask('relays', { call: call.id, device });
          return 'ok' in answer ? answer.ok : undefined;
        },
        direct: shown!.direct,
        begins: call.isMine,
        isPolite: client.getState().lobby!.me.id < call.other.id,
        track: (kind) => media?.track(kind),
        tell,
        onChange: look,
      });
      quality = watchQuality(peer, (now) => set({ quality: now }));
      set({ remote: peer.remote, quality: 'good' });
      return peer;
    };

  /** How the connection is now. */
  function look(): void {
    const peer = line?.peer();
    if (!peer || !shown || shown.is === 'calling') return;
    const isConnected = peer.isConnected();
    if (isConnected) set({ is: 'talking', since: shown.since ?? Date.now() });
    else if (shown.is === 'talking') {
      awaySince = Date.now();
      set({ is: 'reconnecting' });
    }
    if (peer.hasPicture() !== shown.hasPicture) set({ hasPicture: peer.hasPicture() });
  }

  function tick(): void {
    if (!line || !shown || shown.is === 'calling') return;
    look();
    if (shown.is === 'talking') return void quality?.();
    const [now, away] = [Date.now(), Date.now() - awaySince];
    const isFirst = shown.is === 'connecting';
    if (away > (isFirst ? CONNECT_MS : RECONNECT_MS)) {
      tellEnd(isFirst);
      return finish(isFirst ? 'failed' : 'lost');
    }
    if (!line.isBound()) line.greet();
    if ((away > AWAY_MS || line.peer().hasFailed()) && now - triedAt > (shown.call!.isMine ? ATTEMPT_MS : POLITE_MS))
      restart();
    return undefined;
  }

  function restart(): void {
    triedAt = Date.now();
    line?.restart();
  }

  /** After a new connection to the service: what was told meanwhile may not have been heard. */
  async function resume(): Promise<void> {
    const answer = await ask('resumeCall', ofCall());
    if (!line || !shown) return;
    if ('error' in answer) {
      if (answer.error !== 'lost') finish('ended');
      return;
    }
    proceed(answer.ok);
    if (shown.is === 'reconnecting' || shown.is === 'connecting') restart();
  }

  /** What the service says of calls. */
  function follow(): void {
    const { call, connection } = client.getState();
    // Whoever is out of the chat, or leaves it at once, is heard and seen no more.
    if (connection.is === 'signedOut' || connection.is === 'banned') return finish();
    const isOnline = connection.is === 'online';
    if (isOnline && !wasOnline && line) void resume();
    wasOnline = isOnline;
    if (call === known) return undefined;
    known = call;
    return take(call);
  }

  function take(call: Call | undefined): void {
    const isThis = !!shown?.call && shown.call.id === call?.id;
    if (call && call.id === ended) {
      // It was not heard, for want of a connection.
      if (call.is !== 'over') void ask('hangUp', { call: ended, device, failed: false });
    } else if (!call) {
      if (shown?.call && shown.is !== 'over') finish('ended');
    } else if (call.is === 'over') {
      if (!isThis || shown!.is === 'over') return;
      // What one has declined on another device needs no more words.
      finish(shown!.is === 'incoming' && call.end === 'declined' ? undefined : endingOf(call));
    } else if (call.device === device) {
      if (isThis && line) proceed(call);
      else if (!shown || shown.is === 'over') show('left', call.room, call.other, call);
      else if (shown.is === 'setup' && !shown.isBusy) proceed(call);
    } else if (call.device) {
      if (isThis && shown!.is !== 'over') finish('elsewhere');
    } else if (!isThis && !isLive(shown) && !(shown?.is === 'setup' && shown.isBusy))
      // Where both call at once, the answer tells which call it is.
      show('incoming', call.room, call.other, call);
  }

  async function request(): Promise<{ ok: Call } | { error: NonNullable<Outcome> }> {
    const { is, room, picture } = shown!;
    if (is === 'incoming') return ask('answerCall', ofCall());
    if (is === 'left') return ask('resumeCall', ofCall());
    return ask('call', { call: crypto.randomUUID(), device, room, video: !!picture });
  }

  async function start(): Promise<void> {
    if (!shown || shown.isBusy) return;
    const { call } = shown;
    const own = media;
    set({ isBusy: true, error: undefined });
    if (!media!.track('audio') && !shown.trouble.audio) {
      const trouble = await media!.open('audio');
      if (own !== media || !shown || shown.is === 'over') return;
      changed();
      if (trouble) return set({ isBusy: false, trouble: { ...shown.trouble, audio: trouble } });
    }
    const answer = await request();
    // Given up, or over, meanwhile.
    if (own !== media || !shown || shown.is === 'over') {
      if ('ok' in answer && !call) void ask('hangUp', { call: answer.ok.id, device, failed: false });
      return;
    }
    if ('ok' in answer) proceed(answer.ok);
    else if (answer.error === 'busy') finish('busy');
    else if (answer.error === 'gone' && call) finish('ended');
    else {
      set({ isBusy: false, error: answer.error });
      take(known);
    }
  }

  function keep(event: BeforeUnloadEvent): void {
    event.preventDefault();
  }

  const onNetwork = (): void => {
    if (shown?.is === 'talking' || shown?.is === 'reconnecting') restart();
  };
  const onSignal = (signal: Parameters<Line['receive']>[0]): void => line?.receive(signal);
  on('signal', onSignal);
  const unsubscribe = client.subscribe(follow);
  const network = (navigator as { connection?: EventTarget }).connection;
  addEventListener('online', onNetwork);
  network?.addEventListener('change', onNetwork);
  // What it was fetched for.
  follow();

  return {
    getShown: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepare: (room, other) => {
      if (!shown || shown.is === 'over') show('setup', room, other);
    },
    start,
    end: () => {
      if (shown?.is !== 'over') tellEnd(false);
      finish();
    },
    turn: async (kind, isOn, id) => {
      const own = media!;
      const { [kind]: _before, ...others } = shown!.trouble;
      set({ trouble: others });
      if (!isOn) own.close(kind);
      const trouble = isOn ? await own.open(kind, id) : undefined;
      if (own !== media || !shown) return;
      if (trouble) set({ trouble: { ...shown.trouble, [kind]: trouble } });
      changed();
    },
    deviceOf: (kind) => media?.deviceOf(kind),
    mute: (isOn) => {
      set({ isMuted: isOn });
      changed();
    },
    blur: (isOn) => {
      media!.blur(isOn);
      set({ isBlurred: isOn });
      changed();
    },
    setDirect: (isOn) => set({ direct: isOn }),
    stop: () => {
      unsubscribe();
      off('signal', onSignal);
      removeEventListener('online', onNetwork);
      network?.removeEventListener('change', onNetwork);
      finish();
    },
  };
}
