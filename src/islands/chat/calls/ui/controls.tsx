import type { ReactElement } from 'react';

import { useTools } from '../../state/chat-context.ts';
import { Drawing } from '../../ui/icon.tsx';
import type { Control } from '../engine/call-controller.ts';
import type { Shown } from '../engine/call-state.ts';
import { drawings } from './call-icons.ts';
import { otherVideo } from './videos.tsx';

interface Props {
  shown: Shown;
  control: Control;
  hasDevices: boolean;
  onDevices: () => void;
}

/** What can be done while two are talking. */
export function Controls({ shown, control, hasDevices, onDevices }: Props): ReactElement {
  const { t } = useTools();
  const { isMuted, hasMicrophone, picture, isBlurred, hasPicture } = shown;
  return (
    <div className="controls">
      {hasMicrophone && (
        <Tool
          drawing={isMuted ? 'muted' : 'microphone'}
          label={t('call.mute')}
          isOn={isMuted}
          isNamed
          onPress={() => control.mute(!isMuted)}
        />
      )}
      <Tool
        drawing="camera"
        label={t('call.camera')}
        isOn={!!picture}
        isNamed
        onPress={() => control.turn('video', !picture)}
      />
      {picture && (
        <Tool
          drawing="blur"
          label={t('call.blurred')}
          isOn={isBlurred}
          isNamed
          onPress={() => control.blur(!isBlurred)}
        />
      )}
      {hasPicture && document.pictureInPictureEnabled && (
        <Tool drawing="outside" label={t('call.outside')} isNamed onPress={floatOrLand} />
      )}
      <Tool drawing="devices" label={t('call.devices')} isOn={hasDevices} isNamed onPress={onDevices} />
      <Tool drawing="end" label={t('call.hangUp')} isNamed onPress={control.end} />
    </div>
  );
}

/** Takes the other one out of the page, or back into it. */
function floatOrLand(): void {
  const change = document.pictureInPictureElement
    ? document.exitPictureInPicture()
    : otherVideo()?.requestPictureInPicture();
  change?.catch(() => {});
}

interface ToolProps {
  drawing: keyof typeof drawings;
  label: string;
  /** Of one that is turned on and off. */
  isOn?: boolean;
  /** Whether its name is to be seen. */
  isNamed?: boolean;
  onPress: () => void;
}

/** One of them. */
export const Tool = ({ drawing, label, isOn, isNamed, onPress }: ToolProps): ReactElement => (
  <button
    type="button"
    className={drawing === 'end' ? 'tool end' : 'tool'}
    aria-label={isNamed ? undefined : label}
    aria-pressed={isOn}
    onClick={onPress}
  >
    <Drawing path={drawings[drawing]} />
    {isNamed && label}
  </button>
);
