import { type ReactElement, useSyncExternalStore } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { PathIcon } from '../../ui/icon.tsx';
import type { CallController } from '../engine/call-controller.ts';
import type { CallState } from '../engine/call-state.ts';
import { callIcons } from './call-icons.ts';
import { otherVideoElement } from './videos.tsx';

interface Props {
  state: CallState;
  controller: CallController;
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
export function SmallCallControls({
  isMuted,
  controller,
}: {
  isMuted: boolean;
  controller: CallController;
}): ReactElement {
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
