import { type BlurredTrack, blurTrack } from './blur.ts';

export type MediaKind = 'audio' | 'video';

/** Why a device cannot be used. The words are `call.audio.<trouble>` and `call.videoTrouble.<trouble>`. */
export type DeviceTrouble = 'denied' | 'absent' | 'inUse';

/** Microphone and camera of one call, from the first tap until both are released. */
export interface Media {
  /** What is sent: the picture blurred where it is to be. */
  track: (kind: MediaKind) => MediaStreamTrack | undefined;
  /** Asks for a device, on a tap only. @param id another one than now. @returns why it is not to be had */
  open: (kind: MediaKind, id?: string) => Promise<DeviceTrouble | undefined>;
  /** Which one is in use. */
  deviceOf: (kind: MediaKind) => string | undefined;
  close: (kind: MediaKind) => void;
  blur: (on: boolean) => void;
  /** Releases everything, also what is given later. */
  stop: () => void;
}

/** @param onLost a device has gone while it was in use */
export function createMedia(onLost: (kind: MediaKind) => void): Media {
  const tracks: Partial<Record<MediaKind, MediaStreamTrack | undefined>> = {};
  /** What was asked for last; what is given later than that is given back. */
  const asked = { audio: 0, video: 0 };
  let isBlurred = false;
  let picture: BlurredTrack | undefined;
  let isStopped = false;

  function redraw(): void {
    picture?.stop();
    picture = tracks.video && isBlurred ? blurTrack(tracks.video) : undefined;
  }

  function close(kind: MediaKind): void {
    asked[kind] += 1;
    tracks[kind]?.stop();
    tracks[kind] = undefined;
    if (kind === 'video') redraw();
  }

  return {
    track: (kind) => (kind === 'video' && picture ? picture.track : tracks[kind]),
    open: async (kind, id) => {
      const wished = { ...CONSTRAINTS[kind], ...(id && { deviceId: { exact: id } }) };
      // Phones give away no second camera while the first one is in use.
      if (id && kind === 'video') close(kind);
      const number = (asked[kind] += 1);
      try {
        const stream = await navigator.mediaDevices.getUserMedia({ [kind]: wished });
        const track = stream.getTracks()[0]!;
        if (isStopped || asked[kind] !== number) return void track.stop();
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
    deviceOf: (kind) => tracks[kind]?.getSettings().deviceId,
    close,
    blur: (on) => {
      isBlurred = on;
      redraw();
    },
    stop: () => {
      isStopped = true;
      close('audio');
      close('video');
    },
  };
}

const CONSTRAINTS: Record<MediaKind, MediaTrackConstraints> = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  // As much as a panel beside a chat shows, and a cheap phone encodes.
  video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 }, facingMode: 'user' },
};

/** A page without a secure context has no devices at all. */
const TROUBLES: Record<string, DeviceTrouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  TypeError: 'absent',
};
