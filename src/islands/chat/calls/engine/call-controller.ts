import type { Call, Signal } from '../../../../contract/call-protocol.ts';
import type { Person } from '../../../../contract/person.ts';
import type { ChatClient, ChatOutcome } from '../../client/state.ts';
import { type CallConnection, openCallConnection } from './call-connection.ts';
import { type CallEnding, callEndingOf, isLive, type CallState, newCallState } from './call-state.ts';
import { deviceId } from './device-id.ts';
import { createMedia, type MediaKind, type Media } from './media.ts';

/** What can be done about calls. */
export interface CallController {
  getState: () => CallState | undefined;
  /** @returns what ends the subscription */
  subscribe: (listener: () => void) => () => void;
  prepare: (room: string, other: Person) => void;
  setAside: (on: boolean) => void;
  /** Calls, answers, or goes on with a call, whichever is shown. */
  start: () => Promise<void>;
  /** Hangs up, declines or gives up; closes what is over. */
  end: () => void;
  /** Opens or closes a device, on a tap only. @param id another one than now */
  toggleDevice: (kind: MediaKind, on: boolean, id?: string) => Promise<void>;
  deviceOf: (kind: MediaKind) => string | undefined;
  mute: (on: boolean) => void;
  blur: (on: boolean) => void;
  setDirect: (on: boolean) => void;
  stop: () => void;
}

/** The one call that this page may be in. */
export function createCallController(client: ChatClient): CallController {
  const { ask, on, off, setFastRetry } = client.connection;
  const device = deviceId();
  const listeners = new Set<() => void>();
  let shown: CallState | undefined;
  let media: Media;
  let link: CallConnection | undefined;
  /** What the service has said last. */
  let told: Call | undefined;
  let wasOnline = true;
  /** The call that one has ended, whether the service has heard of it or not. */
  let ended: string | undefined;

  function put(next: CallState | undefined): void {
    shown = next;
    for (const listener of listeners) listener();
  }

  function set(change: Partial<CallState>): void {
    const isNews = (Object.keys(change) as (keyof CallState)[]).some((name) => shown?.[name] !== change[name]);
    if (shown && isNews) put({ ...shown, ...change });
  }

  function show(status: CallState['status'], room: string, other: Person, call?: Call): void {
    release();
    media = createMedia((kind) => {
      set({ trouble: { ...shown?.trouble, [kind]: 'absent' } });
      changeDevices();
    });
    put(newCallState(status, room, other, call));
  }

  /** Gives back everything that a call takes: devices, the connection, the page. */
  function release(): void {
    link?.close();
    link = undefined;
    media?.stop();
    setFastRetry(false);
    removeEventListener('beforeunload', askBefore);
  }

  /** @param ending what is told of it; nothing where one knows */
  function finish(ending?: CallEnding): void {
    release();
    if (ending) set({ status: 'over', ending, isBusy: false, picture: undefined, hasPicture: false });
    else if (shown) put(undefined);
  }

  function changeDevices(): void {
    const microphone = media.track('audio');
    if (microphone) microphone.enabled = !shown?.isMuted;
    set({ picture: media.track('video'), hasMicrophone: !!microphone });
    link?.refresh();
  }

  function sendHangUp(failed: boolean): void {
    if (!shown?.call) return;
    ended = shown.call.id;
    void ask('hangUp', { call: ended, device, failed });
  }

  /** The service knows the call: both are brought together as soon as the other one is there. */
  function proceed(call: Call): void {
    set({ call, isBusy: false, error: undefined });
    if (!link) {
      setFastRetry(true);
      addEventListener('beforeunload', askBefore);
      const onLost = (ending: 'failed' | 'lost'): void => {
        sendHangUp(ending === 'failed');
        finish(ending);
      };
      link = openCallConnection({ client, call, device, media, direct: shown!.direct, onChange: set, onLost });
      set({ status: 'calling' });
    }
    if (call.is === 'active') link.meet();
  }

  /** After a new connection to the service, which knows only now that this device is still there. */
  async function resume(): Promise<void> {
    const { call } = shown!;
    const answer = await ask('resumeCall', { call: call!.id, device });
    if (!link || shown?.call?.id !== call!.id) return;
    if ('error' in answer) return answer.error === 'gone' ? finish('ended') : undefined;
    proceed(answer.ok);
    link.repair(false);
    return undefined;
  }

  function follow(): void {
    const { call, connection } = client.getState();
    // Whoever is out of the chat, or leaves it at once, is heard and seen no more.
    if (connection.status === 'signedOut' || connection.status === 'banned') return finish();
    const isOnline = connection.status === 'online';
    if (isOnline && !wasOnline && link) void resume();
    wasOnline = isOnline;
    if (call === told) return undefined;
    told = call;
    return take(call);
  }

  /** What the service says of a call. */
  function take(call: Call | undefined): void {
    const isThis = !!shown?.call && shown.call.id === call?.id;
    if (!call) {
      if (shown?.call && shown.status !== 'over') finish('ended');
    } else if (call.is === 'over') {
      // What one has declined on another device needs no more words.
      const isKnown = shown?.status === 'incoming' && call.end === 'declined';
      if (isThis && shown!.status !== 'over') finish(isKnown ? undefined : callEndingOf(call));
    } else if (call.id === ended) {
      // That was not heard, for want of a connection.
      void ask('hangUp', { call: ended, device, failed: false });
    } else if (call.device === device) {
      if (link ? isThis : shown?.status === 'setup' && !shown.isBusy) proceed(call);
      else if (!shown || shown.status === 'over') show('left', call.room, call.other, call);
    } else if (call.device) {
      if (isThis && shown!.status !== 'over') finish('elsewhere');
    } else if (!isThis && !isLive(shown) && !(shown?.status === 'setup' && shown.isBusy)) {
      // Where both call at once, the answer tells which call it is.
      show('incoming', call.room, call.other, call);
    }
  }

  function request(): Promise<{ ok: Call } | { error: NonNullable<ChatOutcome> }> {
    const { status, room, call, picture } = shown!;
    if (status === 'incoming') return ask('answerCall', { call: call!.id, device });
    if (status === 'left') return ask('resumeCall', { call: call!.id, device });
    return ask('call', { call: crypto.randomUUID(), device, room, video: !!picture });
  }

  async function start(): Promise<void> {
    if (!shown || shown.isBusy) return;
    const [own, { call }] = [media, shown];
    /** Whether it was given up, or is over, meanwhile. */
    const isGone = (): boolean => own !== media || !shown || shown.status === 'over';
    set({ isBusy: true, error: undefined });
    if (!own.track('audio') && !shown.trouble.audio) {
      set({ asks: 'audio' });
      const trouble = await own.open('audio');
      if (isGone()) return;
      set({ asks: undefined });
      changeDevices();
      if (trouble) return set({ isBusy: false, trouble: { ...shown.trouble, audio: trouble } });
    }
    const answer = await request();
    if (isGone()) {
      if ('ok' in answer && !call) void ask('hangUp', { call: answer.ok.id, device, failed: false });
    } else if ('ok' in answer) proceed(answer.ok);
    else if (answer.error === 'gone' && call) finish('ended');
    else {
      set({ isBusy: false, error: answer.error });
      // Nothing comes of it for now.
      own.close('audio');
      changeDevices();
      take(told);
    }
  }

  const onNetwork = (): void => link?.repair(true);
  const onSignal = (signal: Signal): void => link?.receive(signal);
  const network = (navigator as { connection?: EventTarget }).connection;
  const unsubscribe = client.subscribe(follow);
  on('signal', onSignal);
  addEventListener('online', onNetwork);
  network?.addEventListener('change', onNetwork);
  // What all this was fetched for.
  follow();

  return {
    getState: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepare: (room, other) => show('setup', room, other),
    setAside: (isOn) => set({ isAside: isOn }),
    start,
    end: () => {
      if (shown?.status !== 'over') sendHangUp(false);
      finish();
    },
    toggleDevice: async (kind, isOn, id) => {
      const own = media;
      const { [kind]: _before, ...others } = shown!.trouble;
      set({ trouble: others, asks: isOn ? kind : undefined });
      if (!isOn) own.close(kind);
      const trouble = isOn ? await own.open(kind, id) : undefined;
      if (own !== media || !shown) return;
      set({ asks: undefined });
      if (trouble) set({ trouble: { ...shown.trouble, [kind]: trouble } });
      changeDevices();
    },
    deviceOf: (kind) => media.deviceOf(kind),
    mute: (isOn) => {
      set({ isMuted: isOn });
      changeDevices();
    },
    blur: (isOn) => {
      media.blur(isOn);
      set({ isBlurred: isOn });
      changeDevices();
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

/** Nobody leaves a call by mistake. */
const askBefore = (event: BeforeUnloadEvent): void => event.preventDefault();
