import { blurPicture } from './blur-picture.ts';

export type MediaKind = 'audio' | 'video';

/** Why a device cannot be used. The texts are `call.audio.<trouble>` and `call.videoTrouble.<trouble>`. */
export type DeviceTrouble = 'denied' | 'absent' | 'inUse';

export type Media = ReturnType<typeof createMedia>;

/** Microphone and camera of a call. @param onLost called when a device disappears during use */
export function createMedia(onLost: (kind: MediaKind) => void) {
  const tracks: Partial<Record<MediaKind, MediaStreamTrack | undefined>> = {};
  /** Number of the last request by kind; tracks of earlier requests are released. */
  const requests = { audio: 0, video: 0 };
  let isBlurred = false;
  let picture: ReturnType<typeof blurPicture> | undefined;
  let isStopped = false;

  function redraw(): void {
    picture?.stop();
    picture = tracks.video && isBlurred ? blurPicture(tracks.video) : undefined;
  }

  function close(kind: MediaKind): void {
    requests[kind] += 1;
    tracks[kind]?.stop();
    tracks[kind] = undefined;
    if (kind === 'video') redraw();
  }

  return {
    /** The track to send; the picture is blurred where the user wants it. */
    track: (kind: MediaKind): MediaStreamTrack | undefined =>
      kind === 'video' && picture ? picture.track : tracks[kind],
    /** Asks for a device. Call it from a user action only. @param id a certain device. @returns why it cannot be used */
    open: async (kind: MediaKind, id?: string): Promise<DeviceTrouble | undefined> => {
      const constraints = { ...CONSTRAINTS[kind], ...(id && { deviceId: { exact: id } }) };
      // A phone opens no second camera while the first is in use.
      if (id && kind === 'video') close(kind);
      const number = (requests[kind] += 1);
      try {
        const stream = await navigator.mediaDevices.getUserMedia({ [kind]: constraints });
        const track = stream.getTracks()[0]!;
        if (isStopped || requests[kind] !== number) return void track.stop();
        close(kind);
        tracks[kind] = track;
        track.addEventListener('ended', () => {
          close(kind);
          onLost(kind);
        });
        if (kind === 'video') redraw();
        return undefined;
      } catch (error) {
        return TROUBLES[(error as Error).name] ?? 'inUse';
      }
    },
    deviceOf: (kind: MediaKind): string | undefined => tracks[kind]?.getSettings().deviceId,
    close,
    blur: (on: boolean): void => {
      isBlurred = on;
      redraw();
    },
    /** Releases both devices, including a device whose permission is granted later. */
    stop: (): void => {
      isStopped = true;
      close('audio');
      close('video');
    },
  };
}

const CONSTRAINTS: Record<MediaKind, MediaTrackConstraints> = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  // Enough for a panel beside the chat, and little enough for the encoder of a cheap phone.
  video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 }, facingMode: 'user' },
};

/** By error name. `TypeError`: a page without a secure context has no `mediaDevices`. */
const TROUBLES: Record<string, DeviceTrouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  TypeError: 'absent',
};
