import { type ReactElement, useEffect, useState } from 'react';

import { useChat } from '../../state/chat-context.ts';
import type { CallController } from '../engine/call-controller.ts';
import { otherVideoElement } from './videos.tsx';

interface Props {
  controller: CallController;
  hasCamera: boolean;
}

const KINDS = ['audioinput', 'videoinput', 'audiooutput'] as const;

/** Lists to choose microphone, camera and speaker from. */
export function DevicePickers({ controller, hasCamera }: Props): ReactElement {
  const { t } = useChat();
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    const read = (): void => void mediaDevices.enumerateDevices().then(setDevices);
    read();
    mediaDevices.addEventListener('devicechange', read);
    return () => mediaDevices.removeEventListener('devicechange', read);
  }, []);
  const choose = (kind: MediaDeviceKind, id: string): void => {
    if (kind === 'audiooutput')
      otherVideoElement()
        ?.setSinkId(id)
        // The speaker was unplugged or is not allowed: the sound stays where it is.
        .catch(() => {});
    else void controller.toggleDevice(kind === 'audioinput' ? 'audio' : 'video', true, id);
  };
  return (
    <div className="devices">
      {KINDS.map((kind) => {
        const some = devices.filter((device) => device.kind === kind && device.deviceId);
        const isUsed =
          kind === 'audiooutput' ? 'setSinkId' in HTMLMediaElement.prototype : kind === 'audioinput' || hasCamera;
        return (
          some.length > 0 &&
          isUsed && (
            <label key={kind} className="picker">
              {t(`call.${kind}`)}
              <select
                defaultValue={
                  kind === 'audiooutput'
                    ? otherVideoElement()?.sinkId
                    : controller.deviceOf(kind === 'audioinput' ? 'audio' : 'video')
                }
                onChange={(event) => choose(kind, event.target.value)}
              >
                {some.map(({ deviceId, label }) => (
                  <option key={deviceId} value={deviceId}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          )
        );
      })}
    </div>
  );
}
