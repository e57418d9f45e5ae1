import type { Call, Signal } from '../../../../contract/chat/call-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import type { ChatClient, ChatOutcome } from '../../client/chat-client-types.ts';
import { CallConnection } from './call-connection.ts';
import { type CallEnding, callEndingOf, isLive, type CallState, newCallState } from './call-state.ts';
import { createMedia, type MediaKind, type Media } from './media.ts';
import { tabId } from './tab-id.ts';

/** The page's only call, as its components show and steer it. */
export class CallController {
  readonly #client: ChatClient;
  readonly #device = tabId();
  readonly #listeners = new Set<() => void>();
  /** To the other tabs of this browser: the id of a call that the user answers here. */
  readonly #tabs = new BroadcastChannel('answered-calls');
  readonly #network = (navigator as { connection?: EventTarget }).connection;
  readonly #unsubscribe: () => void;
  #state: CallState | undefined;
  #media = this.#createMedia();
  #connection: CallConnection | undefined;
  /** The call of the last event. */
  #lastCall: Call | undefined;
  #wasOnline = true;
  /** Id of the call that the user ended, even where the service does not know yet. */
  #ended: string | undefined;
  /** Id of the call that another tab answers. */
  #answered: string | undefined;

  constructor(client: ChatClient) {
    this.#client = client;
    this.#unsubscribe = client.subscribe(() => this.#onClientChange());
    this.#tabs.addEventListener('message', ({ data }: MessageEvent<string>) => (this.#answered = data));
    client.connection.on('signal', this.#onSignal);
    addEventListener('online', this.#onNetwork);
    this.#network?.addEventListener('change', this.#onNetwork);
    // The script is loaded because of a call that the client already knows.
    this.#onClientChange();
  }

  readonly getState = (): CallState | undefined => this.#state;

  /** @returns a function that unsubscribes */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows the setup of a call. */
  prepare(room: string, other: Person): void {
    this.#open('setup', room, other);
  }

  /** Moves a ringing call from the dialog into a panel beside the chat, or back. */
  setAside(isAside: boolean): void {
    this.#set({ isAside });
  }

  /** Calls, answers, or resumes the shown call. */
  readonly start = async (): Promise<void> => {
    if (!this.#state || this.#state.isBusy) return;
    const [own, { call }] = [this.#media, this.#state];
    /** Whether the call was cancelled or ended during a request. */
    const isGone = (): boolean => own !== this.#media || !this.#state || this.#state.status === 'over';
    this.#set({ isBusy: true, error: undefined });
    if (!own.track('audio') && !this.#state.trouble.audio) {
      this.#set({ asks: 'audio' });
      const trouble = await own.open('audio');
      if (isGone()) return;
      this.#set({ asks: undefined });
      this.#changeDevices();
      if (trouble) return this.#set({ isBusy: false, trouble: { ...this.#state.trouble, audio: trouble } });
    }
    const answer = await this.#request(this.#state);
    if (isGone()) {
      if ('ok' in answer && !call) this.#askHangUp(answer.ok.id, false);
    } else if ('ok' in answer) this.#proceed(answer.ok);
    else if (answer.error === 'gone' && call) this.#finish('ended');
    else {
      this.#set({ isBusy: false, error: answer.error });
      // The request failed: release the microphone.
      own.close('audio');
      this.#changeDevices();
      this.#handleCall(this.#lastCall);
    }
  };

  /** Hangs up, declines or cancels; closes the panel of an ended call. */
  readonly end = (): void => {
    if (this.#state?.status !== 'over') this.#hangUp(false);
    this.#finish();
  };

  /** Opens or closes a device. Call it from a user action only. @param id device that replaces the current device */
  async toggleDevice(kind: MediaKind, on: boolean, id?: string): Promise<void> {
    const own = this.#media;
    const { [kind]: _before, ...others } = this.#state!.trouble;
    this.#set({ trouble: others, asks: on ? kind : undefined });
    if (!on) own.close(kind);
    const trouble = on ? await own.open(kind, id) : undefined;
    if (own !== this.#media || !this.#state) return;
    this.#set({ asks: undefined });
    if (trouble) this.#set({ trouble: { ...this.#state.trouble, [kind]: trouble } });
    this.#changeDevices();
  }

  /** @returns the id of the device in use */
  deviceOf(kind: MediaKind): string | undefined {
    return this.#media.deviceOf(kind);
  }

  mute(isMuted: boolean): void {
    this.#set({ isMuted });
    this.#changeDevices();
  }

  readonly blur = (isBlurred: boolean): void => {
    this.#media.blur(isBlurred);
    this.#set({ isBlurred });
    this.#changeDevices();
  };

  /** @param direct whether the other person may learn the user's IP address */
  readonly setDirect = (direct: boolean): void => this.#set({ direct });

  readonly stop = (): void => {
    this.#unsubscribe();
    this.#tabs.close();
    this.#client.connection.off('signal', this.#onSignal);
    removeEventListener('online', this.#onNetwork);
    this.#network?.removeEventListener('change', this.#onNetwork);
    this.#finish();
  };

  readonly #onNetwork = (): void => this.#connection?.repair(true);
  readonly #onSignal = (signal: Signal): void => this.#connection?.receive(signal);

  #replace(next: CallState | undefined): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #set(change: Partial<CallState>): void {
    const isChanged = (Object.keys(change) as (keyof CallState)[]).some((name) => this.#state?.[name] !== change[name]);
    if (this.#state && isChanged) this.#replace({ ...this.#state, ...change });
  }

  #open(status: CallState['status'], room: string, other: Person, call?: Call): void {
    this.#release();
    this.#media = this.#createMedia();
    this.#replace(newCallState(status, room, other, call));
  }

  #createMedia(): Media {
    return createMedia((kind) => {
      this.#set({ trouble: { ...this.#state?.trouble, [kind]: 'absent' } });
      this.#changeDevices();
    });
  }

  /** Releases devices, the connection and the `beforeunload` handler. */
  #release(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#media.stop();
    this.#client.connection.setFastRetry(false);
    removeEventListener('beforeunload', askBefore);
  }

  /** @param ending reason to show; without it the call is closed at once */
  #finish(ending?: CallEnding): void {
    this.#release();
    if (ending) this.#set({ status: 'over', ending, isBusy: false, picture: undefined, hasPicture: false });
    else if (this.#state) this.#replace(undefined);
  }

  #changeDevices(): void {
    const microphone = this.#media.track('audio');
    if (microphone) microphone.enabled = !this.#state?.isMuted;
    this.#set({ picture: this.#media.track('video'), hasMicrophone: !!microphone });
    this.#connection?.refresh();
  }

  #hangUp(failed: boolean): void {
    if (!this.#state?.call) return;
    this.#ended = this.#state.call.id;
    this.#askHangUp(this.#ended, failed);
  }

  #askHangUp(call: string, failed: boolean): void {
    void this.#client.connection.ask('hangUp', { call, device: this.#device, failed });
  }

  /** Continues once the service knows the call: connects as soon as the other person has answered. */
  #proceed(call: Call): void {
    this.#set({ call, isBusy: false, error: undefined });
    if (!this.#connection) {
      this.#client.connection.setFastRetry(true);
      addEventListener('beforeunload', askBefore);
      this.#connection = new CallConnection({
        client: this.#client,
        call,
        device: this.#device,
        media: this.#media,
        direct: this.#state!.direct,
        onChange: (change) => this.#set(change),
        onLost: (ending) => {
          this.#hangUp(ending === 'failed');
          this.#finish(ending);
        },
      });
      this.#set({ status: 'calling' });
    }
    if (call.is === 'active') this.#connection.connect();
  }

  /** After a new connection, tells the service that this device is still in the call. */
  async #resume(): Promise<void> {
    const id = this.#state?.call?.id;
    if (!id) return undefined;
    const answer = await this.#client.connection.ask('resumeCall', { call: id, device: this.#device });
    if (!this.#connection || this.#state?.call?.id !== id) return undefined;
    if ('error' in answer) return answer.error === 'gone' ? this.#finish('ended') : undefined;
    this.#proceed(answer.ok);
    this.#connection.repair(false);
    return undefined;
  }

  #onClientChange(): void {
    const { call, connection } = this.#client.getState();
    // After signing out, a ban or a quick exit, microphone and camera stop at once.
    if (connection.status === 'signedOut' || connection.status === 'banned') return this.#finish();
    const isOnline = connection.status === 'online';
    if (isOnline && !this.#wasOnline && this.#connection) void this.#resume();
    this.#wasOnline = isOnline;
    if (call === this.#lastCall) return undefined;
    this.#lastCall = call;
    return this.#handleCall(call);
  }

  /** Handles a call event of the service. */
  #handleCall(call: Call | undefined): void {
    const state = this.#state;
    const current = state?.call && state.call.id === call?.id ? state : undefined;
    if (!call) {
      if (state?.call && state.status !== 'over') this.#finish('ended');
    } else if (call.is === 'over') {
      // The user declined on another device.
      const isKnown = state?.status === 'incoming' && call.end === 'declined';
      if (current && current.status !== 'over') this.#finish(isKnown ? undefined : callEndingOf(call));
    } else if (call.id === this.#ended) {
      // The first `hangUp` was lost.
      this.#askHangUp(call.id, false);
    } else if (call.device === this.#device) {
      if (this.#connection ? current : state?.status === 'setup' && !state.isBusy) this.#proceed(call);
      else if (!state || state.status === 'over') this.#open('left', call.room, call.other, call);
    } else if (call.device) {
      if (current && current.status !== 'over') this.#finish(call.id === this.#answered ? undefined : 'elsewhere');
    } else if (!current && !isLive(state) && !(state?.status === 'setup' && state.isBusy)) {
      // Where both call at once, the answer of the service decides which call it is.
      this.#open('incoming', call.room, call.other, call);
    }
  }

  #request({ status, room, call, picture }: CallState): Promise<{ ok: Call } | { error: NonNullable<ChatOutcome> }> {
    const { ask } = this.#client.connection;
    const device = this.#device;
    if (status === 'incoming' && call) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is bound to its origin
      this.#tabs.postMessage(call.id);
      return ask('answerCall', { call: call.id, device });
    }
    if (status === 'left' && call) return ask('resumeCall', { call: call.id, device });
    return ask('call', { call: crypto.randomUUID(), device, room, video: !!picture });
  }
}

/** Makes the browser ask before the user leaves the page during a call. */
const askBefore = (event: BeforeUnloadEvent): void => event.preventDefault();
