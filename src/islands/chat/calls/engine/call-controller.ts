import type { Call, Signal } from '../../../../contract/chat/call-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import type { ChatClient, ChatOutcome } from '../../client/chat-client-types.ts';
import { CallConnection } from './call-connection.ts';
import { type CallEnding, callEndingOf, isLive, type CallState, newCallState } from './call-state.ts';
import { createMedia, type MediaKind, type Media } from './media.ts';
import { tabId } from './tab-id.ts';

/** The interface between components and the call of this page. */
export interface CallController {
  getState: () => CallState | undefined;
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void;
  prepare: (room: string, other: Person) => void;
  /** Moves a ringing call from the dialog into a panel beside the chat, or back. */
  setAside: (on: boolean) => void;
  /** Calls, answers, or resumes the shown call. */
  start: () => Promise<void>;
  /** Hangs up, declines or cancels; closes the panel of an ended call. */
  end: () => void;
  /** Opens or closes a device. Call it from a user action only. @param id device that replaces the current device */
  toggleDevice: (kind: MediaKind, on: boolean, id?: string) => Promise<void>;
  deviceOf: (kind: MediaKind) => string | undefined;
  mute: (on: boolean) => void;
  blur: (on: boolean) => void;
  setDirect: (on: boolean) => void;
  stop: () => void;
}

/** Creates the controller of the page's only call. */
export function createCallController(client: ChatClient): CallController {
  const { ask, on, off, setFastRetry } = client.connection;
  const device = tabId();
  const listeners = new Set<() => void>();
  /** To the other tabs of this browser: the id of a call that the user answers here. */
  const tabs = new BroadcastChannel('answered-calls');
  let state: CallState | undefined;
  let media: Media;
  let callConnection: CallConnection | undefined;
  /** The call of the last event. */
  let lastCall: Call | undefined;
  let wasOnline = true;
  /** Id of the call that the user ended, even where the service does not know yet. */
  let ended: string | undefined;
  /** Id of the call that another tab answers. */
  let answered: string | undefined;

  function replace(next: CallState | undefined): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function set(change: Partial<CallState>): void {
    const isChanged = (Object.keys(change) as (keyof CallState)[]).some((name) => state?.[name] !== change[name]);
    if (state && isChanged) replace({ ...state, ...change });
  }

  function open(status: CallState['status'], room: string, other: Person, call?: Call): void {
    release();
    media = createMedia((kind) => {
      set({ trouble: { ...state?.trouble, [kind]: 'absent' } });
      changeDevices();
    });
    replace(newCallState(status, room, other, call));
  }

  /** Releases devices, the connection and the `beforeunload` handler. */
  function release(): void {
    callConnection?.close();
    callConnection = undefined;
    media?.stop();
    setFastRetry(false);
    removeEventListener('beforeunload', askBefore);
  }

  /** @param ending reason to show; without it the call is closed at once */
  function finish(ending?: CallEnding): void {
    release();
    if (ending) set({ status: 'over', ending, isBusy: false, picture: undefined, hasPicture: false });
    else if (state) replace(undefined);
  }

  function changeDevices(): void {
    const microphone = media.track('audio');
    if (microphone) microphone.enabled = !state?.isMuted;
    set({ picture: media.track('video'), hasMicrophone: !!microphone });
    callConnection?.refresh();
  }

  function sendHangUp(failed: boolean): void {
    if (!state?.call) return;
    ended = state.call.id;
    void ask('hangUp', { call: ended, device, failed });
  }

  /** Continues once the service knows the call: connects as soon as the other person has answered. */
  function proceed(call: Call): void {
    set({ call, isBusy: false, error: undefined });
    if (!callConnection) {
      setFastRetry(true);
      addEventListener('beforeunload', askBefore);
      const onLost = (ending: 'failed' | 'lost'): void => {
        sendHangUp(ending === 'failed');
        finish(ending);
      };
      callConnection = new CallConnection({
        client,
        call,
        device,
        media,
        direct: state!.direct,
        onChange: set,
        onLost,
      });
      set({ status: 'calling' });
    }
    if (call.is === 'active') callConnection.connect();
  }

  /** After a new connection, tells the service that this device is still in the call. */
  async function resume(): Promise<void> {
    const id = state?.call?.id;
    if (!id) return undefined;
    const answer = await ask('resumeCall', { call: id, device });
    if (!callConnection || state?.call?.id !== id) return undefined;
    if ('error' in answer) return answer.error === 'gone' ? finish('ended') : undefined;
    proceed(answer.ok);
    callConnection.repair(false);
    return undefined;
  }

  function onClientChange(): void {
    const { call, connection } = client.getState();
    // After signing out, a ban or a quick exit, microphone and camera stop at once.
    if (connection.status === 'signedOut' || connection.status === 'banned') return finish();
    const isOnline = connection.status === 'online';
    if (isOnline && !wasOnline && callConnection) void resume();
    wasOnline = isOnline;
    if (call === lastCall) return undefined;
    lastCall = call;
    return handleCall(call);
  }

  /** Handles a call event of the service. */
  function handleCall(call: Call | undefined): void {
    const current = state?.call && state.call.id === call?.id ? state : undefined;
    if (!call) {
      if (state?.call && state.status !== 'over') finish('ended');
    } else if (call.is === 'over') {
      // The user declined on another device.
      const isKnown = state?.status === 'incoming' && call.end === 'declined';
      if (current && current.status !== 'over') finish(isKnown ? undefined : callEndingOf(call));
    } else if (call.id === ended) {
      // The first `hangUp` was lost.
      void ask('hangUp', { call: ended, device, failed: false });
    } else if (call.device === device) {
      if (callConnection ? current : state?.status === 'setup' && !state.isBusy) proceed(call);
      else if (!state || state.status === 'over') open('left', call.room, call.other, call);
    } else if (call.device) {
      if (current && current.status !== 'over') finish(call.id === answered ? undefined : 'elsewhere');
    } else if (!current && !isLive(state) && !(state?.status === 'setup' && state.isBusy)) {
      // Where both call at once, the answer of the service decides which call it is.
      open('incoming', call.room, call.other, call);
    }
  }

  function request({
    status,
    room,
    call,
    picture,
  }: CallState): Promise<{ ok: Call } | { error: NonNullable<ChatOutcome> }> {
    if (status === 'incoming' && call) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is bound to its origin
      tabs.postMessage(call.id);
      return ask('answerCall', { call: call.id, device });
    }
    if (status === 'left' && call) return ask('resumeCall', { call: call.id, device });
    return ask('call', { call: crypto.randomUUID(), device, room, video: !!picture });
  }

  async function start(): Promise<void> {
    if (!state || state.isBusy) return;
    const [own, { call }] = [media, state];
    /** Whether the call was cancelled or ended during a request. */
    const isGone = (): boolean => own !== media || !state || state.status === 'over';
    set({ isBusy: true, error: undefined });
    if (!own.track('audio') && !state.trouble.audio) {
      set({ asks: 'audio' });
      const trouble = await own.open('audio');
      if (isGone()) return;
      set({ asks: undefined });
      changeDevices();
      if (trouble) return set({ isBusy: false, trouble: { ...state.trouble, audio: trouble } });
    }
    const answer = await request(state);
    if (isGone()) {
      if ('ok' in answer && !call) void ask('hangUp', { call: answer.ok.id, device, failed: false });
    } else if ('ok' in answer) proceed(answer.ok);
    else if (answer.error === 'gone' && call) finish('ended');
    else {
      set({ isBusy: false, error: answer.error });
      // The request failed: release the microphone.
      own.close('audio');
      changeDevices();
      handleCall(lastCall);
    }
  }

  const onNetwork = (): void => callConnection?.repair(true);
  const onSignal = (signal: Signal): void => callConnection?.receive(signal);
  const network = (navigator as { connection?: EventTarget }).connection;
  const unsubscribe = client.subscribe(onClientChange);
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => (answered = data));
  on('signal', onSignal);
  addEventListener('online', onNetwork);
  network?.addEventListener('change', onNetwork);
  // The script is loaded because of a call that the client already knows.
  onClientChange();

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepare: (room, other) => open('setup', room, other),
    setAside: (isOn) => set({ isAside: isOn }),
    start,
    end: () => {
      if (state?.status !== 'over') sendHangUp(false);
      finish();
    },
    toggleDevice: async (kind, isOn, id) => {
      const own = media;
      const { [kind]: _before, ...others } = state!.trouble;
      set({ trouble: others, asks: isOn ? kind : undefined });
      if (!isOn) own.close(kind);
      const trouble = isOn ? await own.open(kind, id) : undefined;
      if (own !== media || !state) return;
      set({ asks: undefined });
      if (trouble) set({ trouble: { ...state.trouble, [kind]: trouble } });
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
      tabs.close();
      off('signal', onSignal);
      removeEventListener('online', onNetwork);
      network?.removeEventListener('change', onNetwork);
      finish();
    },
  };
}

/** Makes the browser ask before the user leaves the page during a call. */
const askBefore = (event: BeforeUnloadEvent): void => event.preventDefault();
