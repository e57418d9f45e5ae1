import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';

import { useTools } from '../../state/chat-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { rescueFocus } from '../../ui/pane-head.tsx';
import type { Control } from '../engine/call-controller.ts';
import { isLive, type Shown } from '../engine/call-state.ts';
import { Controls, Tool } from './controls.tsx';
import { Devices } from './devices.tsx';
import { Ways } from './idle-call-actions.tsx';
import { titleOf } from './setup.tsx';
import { Time } from './time.tsx';
import { Troubles } from './troubles.tsx';
import { OtherPicture, OwnPicture } from './videos.tsx';

interface Props {
  shown: Shown;
  control: Control;
}

/** A call beside the chat: above it where there is room; else instead of it, or as a bar. */
export function Panel({ shown, control }: Props): ReactElement {
  const { t } = useTools();
  const [isSmall, setSmall] = useState(shown.is === 'incoming');
  const [hasDevices, setDevices] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { is, other, picture, isMuted } = shown;
  const isOn = isLive(shown);
  useEffect(() => {
    heading.current!.focus({ preventScroll: true });
    return rescueFocus;
  }, []);
  return (
    <section className="pane call" data-small={isSmall} aria-label={t('call.title', { name: other.name })}>
      <Rescue key={is} to={heading} />
      <div className="head">
        <div className="title">
          <h2 ref={heading} tabIndex={-1}>
            <bdi>{other.name}</bdi>
          </h2>
          <p className="fact">
            {isOn && shown.since !== undefined && <Time since={shown.since} />}
            <output role={is === 'incoming' ? 'alert' : undefined}>{sentenceOf(shown, t)}</output>
          </p>
        </div>
        {isOn && isSmall && (
          <>
            <Tool
              drawing={isMuted ? 'muted' : 'microphone'}
              label={t('call.mute')}
              isOn={isMuted}
              onPress={() => control.mute(!isMuted)}
            />
            <Tool drawing="end" label={t('call.hangUp')} onPress={control.end} />
          </>
        )}
        {isOn && (
          <Tool
            drawing={isSmall ? 'large' : 'small'}
            label={t(isSmall ? 'call.large' : 'call.small')}
            onPress={() => setSmall(!isSmall)}
          />
        )}
      </div>
      {isOn && (
        <div className="stage">
          <OtherPicture name={other.name} stream={shown.remote} isSeen={shown.hasPicture} />
          {!shown.hasPicture && <Avatar name={other.name} isOnline={false} />}
          {picture && <OwnPicture track={picture} />}
        </div>
      )}
      {isOn && !isSmall && (
        <>
          <Troubles shown={shown} control={control} />
          {hasDevices && <Devices control={control} hasCamera={!!picture} />}
          <Controls
            shown={shown}
            control={control}

            hasDevices={hasDevices}
            onDevices={() => setDevices(!hasDevices)}
          />
        </>
      )}
      {!isOn && <Ways shown={shown} control={control} />}
    </section>
  );
}

/** Leads to where somebody is, if what they pressed has gone. */
function Rescue({ to }: { to: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    if (document.activeElement === document.body) to.current!.focus({ preventScroll: true });
  }, [to]);
  return null;
}

/** How the call is doing. */
function sentenceOf(shown: Shown, t: ReturnType<typeof useTools>['t']): string {
  const { is, ending, other, quality } = shown;
  const { name } = other;
  if (is === 'incoming') return titleOf(shown, t);
  if (ending && is === 'over') return t(`call.over.${ending}`, { name });
  if (is === 'talking') return t(`call.${quality}`);
  return is === 'left' ? t('call.left', { name }) : t(`call.${is as 'calling' | 'connecting' | 'reconnecting'}`);
}
