import { type ReactElement, useSyncExternalStore } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { PathIcon } from '../../ui/icon.tsx';
import type { CallProps } from './device-troubles.tsx';
import { otherVideoElement } from './videos.tsx';

interface Props extends CallProps {
  hasDevices: boolean;
  onDevices: () => void;
}

/** The buttons of a running call. */
export function CallControls({ state, controller, hasDevices, onDevices }: Props): ReactElement {
  const { t, openDialog } = useChat();
  const isFullScreen = useSyncExternalStore(followFullScreen, () => !!document.fullscreenElement);
  const { room, other, call, isMuted, hasMicrophone, picture, isBlurred, hasPicture } = state;
  return (
    <div className="controls">
      {hasMicrophone && (
        <ToolButton
          icon={isMuted ? 'muted' : 'microphone'}
          label={t('call.mute')}
          isOn={isMuted}
          isNamed
          onPress={() => controller.mute(!isMuted)}
        />
      )}
      <ToolButton
        icon="camera"
        label={t('call.camera')}
        isOn={!!picture}
        isNamed
        onPress={() => controller.toggleDevice('video', !picture)}
      />
      {picture && (
        <ToolButton
          icon="blur"
          label={t('call.blurred')}
          isOn={isBlurred}
          isNamed
          onPress={() => controller.blur(!isBlurred)}
        />
      )}
      {hasPicture && document.pictureInPictureEnabled && (
        <ToolButton icon="outside" label={t('call.outside')} isNamed onPress={floatOrLand} />
      )}
      {document.fullscreenEnabled && (
        <ToolButton icon="large" label={t('call.fullScreen')} isOn={isFullScreen} isNamed onPress={toggleFullScreen} />
      )}
      <ToolButton icon="devices" label={t('call.devices')} isOn={hasDevices} isNamed onPress={onDevices} />
      {/* The end of the call stands alone in no row. */}
      <div>
        {call && (
          <ToolButton
            icon="report"
            label={t('chat.report')}
            isNamed
            onPress={() => openDialog({ type: 'report', room, person: other, call: call.id })}
          />
        )}
        <ToolButton icon="end" label={t('call.hangUp')} isNamed onPress={controller.end} />
      </div>
    </div>
  );
}

/** The buttons of a running call in its small panel. */
export function SmallCallControls({ state: { isMuted }, controller }: CallProps): ReactElement {
  const { t } = useChat();
  return (
    <>
      <ToolButton
        icon={isMuted ? 'muted' : 'microphone'}
        label={t('call.mute')}
        isOn={isMuted}
        onPress={() => controller.mute(!isMuted)}
      />
      <ToolButton icon="end" label={t('call.hangUp')} onPress={controller.end} />
    </>
  );
}

/** Shows the call with its buttons on the whole screen, or in the page again. */
function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.querySelector('.call')?.requestFullscreen();
  // Rejects without a user action, or where the browser forbids it: the call stays in the page.
  change?.catch(() => {});
}

function followFullScreen(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Moves the other person's video into a window of its own, or back into the page. */
function floatOrLand(): void {
  const change = document.pictureInPictureElement
    ? document.exitPictureInPicture()
    : otherVideoElement()?.requestPictureInPicture();
  // Rejects without a user action, or where the browser forbids it: the video stays in the page.
  change?.catch(() => {});
}

/** SVG paths; see icon.tsx. */
const callIcons = {
  camera: 'M3.5 7h11v10h-11zM14.5 10.5l6-3v9l-6-3',
  blur: 'M12 3.5c3.5 4 5.5 6.7 5.5 9.5a5.5 5.5 0 0 1-11 0c0-2.8 2-5.5 5.5-9.5Z',
  devices: 'M4 8h9m5 0h2M4 16h2m5 0h9M15.5 5.5v5m-7 3v5',
  end: 'M3.5 14.5c0-2.5 4-5 8.5-5s8.5 2.5 8.5 5v1.5l-5 .5v-3c-2-.8-5-.8-7 0v3l-5-.5Z',
  large: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  microphone: 'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  muted: 'M9 6.5a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M4 4l16 16',
  outside: 'M3.5 5.5h17v13h-17zM12 12h5.5v4H12z',
  report: 'M6 20.5v-16h12l-3 4 3 4H6',
  small: 'M20 10h-6V4M4 14h6v6M20 4l-6 6M4 20l6-6',
} as const;

interface ToolProps {
  icon: keyof typeof callIcons;
  label: string;
  /** State of a toggle; `undefined` for a plain button. */
  isOn?: boolean;
  /** Whether the label is visible. */
  isNamed?: boolean;
  onPress: () => void;
}

/** A button of a call. */
export const ToolButton = ({ icon, label, isOn, isNamed, onPress }: ToolProps): ReactElement => (
  <button
    type="button"
    className={icon === 'end' ? 'tool end' : 'tool'}
    aria-label={isNamed ? undefined : label}
    aria-pressed={isOn}
    onClick={onPress}
  >
    <PathIcon path={callIcons[icon]} />
    {isNamed && label}
  </button>
);
