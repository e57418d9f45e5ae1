import { type ReactElement, useEffect, useState } from 'react';

import { useTools } from '../../state/chat-context.ts';
import type { Control } from '../engine/call-controller.ts';
import { otherVideo } from './videos.tsx';

interface Props {
  control: Control;
  hasCamera: boolean;
}

const KINDS = ['audioinput', 'videoinput', 'audiooutput'] as const;

/** Lets somebody take another microphone, camera or speaker, where there are several. */
export function Devices({ control, hasCamera }: Props): ReactElement {
  const { t } = useTools();
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
      otherVideo()
        ?.setSinkId(id)
        .catch(() => {});
    else void control.turn(kind === 'audioinput' ? 'audio' : 'video', true, id);
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
                    ? otherVideo()?.sinkId
                    : control.deviceOf(kind === 'audioinput' ? 'audio' : 'video')
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
