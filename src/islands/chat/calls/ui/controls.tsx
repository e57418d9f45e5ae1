import type { ReactElement } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { PathIcon } from '../../ui/icon.tsx';
import type { CallController } from '../engine/call-controller.ts';
import type { CallState } from '../engine/call-state.ts';
import { callIcons } from './call-icons.ts';
import { otherVideoElement } from './videos.tsx';

interface Props {
  shown: CallState;
  control: CallController;
  hasDevices: boolean;
  onDevices: () => void;
}

/** The buttons of a running call. */
export function CallControls({ shown, control, hasDevices, onDevices }: Props): ReactElement {
  const { t } = useChat();
  const { isMuted, hasMicrophone, picture, isBlurred, hasPicture } = shown;
  return (
    <div className="controls">
      {hasMicrophone && (
        <ToolButton
          drawing={isMuted ? 'muted' : 'microphone'}
          label={t('call.mute')}
          isOn={isMuted}
          isNamed
          onPress={() => control.mute(!isMuted)}
        />
      )}
      <ToolButton
        drawing="camera"
        label={t('call.camera')}
        isOn={!!picture}
        isNamed
        onPress={() => control.toggleDevice('video', !picture)}
      />
      {picture && (
        <ToolButton
          drawing="blur"
          label={t('call.blurred')}
          isOn={isBlurred}
          isNamed
          onPress={() => control.blur(!isBlurred)}
        />
      )}
      {hasPicture && document.pictureInPictureEnabled && (
        <ToolButton drawing="outside" label={t('call.outside')} isNamed onPress={floatOrLand} />
      )}
      <ToolButton drawing="devices" label={t('call.devices')} isOn={hasDevices} isNamed onPress={onDevices} />
      <ToolButton drawing="end" label={t('call.hangUp')} isNamed onPress={control.end} />
    </div>
  );
}

/** Takes the other one out of the page, or back into it. */
function floatOrLand(): void {
  const change = document.pictureInPictureElement
    ? document.exitPictureInPicture()
    : otherVideoElement()?.requestPictureInPicture();
  change?.catch(() => {});
}

interface ToolProps {
  drawing: keyof typeof callIcons;
  label: string;
  /** Of one that is turned on and off. */
  isOn?: boolean;
  /** Whether its name is to be seen. */
  isNamed?: boolean;
  onPress: () => void;
}

/** One of them. */
export const ToolButton = ({ drawing, label, isOn, isNamed, onPress }: ToolProps): ReactElement => (
  <button
    type="button"
    className={drawing === 'end' ? 'tool end' : 'tool'}
    aria-label={isNamed ? undefined : label}
    aria-pressed={isOn}
    onClick={onPress}
  >
    <PathIcon path={callIcons[drawing]} />
    {isNamed && label}
  </button>
);
