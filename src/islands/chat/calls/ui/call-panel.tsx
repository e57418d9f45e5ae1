import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';

import { ExitButton } from '../../quick-exit/exit-button.tsx';
import { useChat } from '../../state/chat-context.ts';
import { useNow } from '../../state/use-now.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { formatDuration } from '../../ui/format-time.ts';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { isLive } from '../engine/call-state.ts';
import { CallControls, SmallCallControls, ToolButton } from './call-controls.tsx';
import { callStatusText } from './call-status-text.ts';
import { DevicePickers } from './device-pickers.tsx';
import { type CallProps, DeviceTroubles } from './device-troubles.tsx';
import { InactiveCallButtons } from './inactive-call-buttons.tsx';
import { OtherVideo, OwnVideo } from './videos.tsx';

/** The panel of a call: above the chat on a wide screen, else in its place or as a bar. */
export function CallPanel({ state, controller }: CallProps): ReactElement {
  const { t } = useChat();
  const [isSmall, setSmall] = useState(state.status === 'incoming');
  const [hasDevices, setDevices] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null!);
  const { status, other, call, picture } = state;
  const isOn = isLive(state);
  useEffect(() => {
    heading.current!.focus({ preventScroll: true });
    return rescueFocus;
  }, []);
  return (
    <section className="pane call" data-small={isSmall} aria-label={t('call.title', { name: other.name })}>
      <RestoreFocus key={status + Object.keys(state.trouble).join()} to={heading} />
      <div className="head">
        <div className="title">
          <h2 ref={heading} tabIndex={-1}>
            <bdi>{other.name}</bdi>
          </h2>
          <p className="fact">
            {isOn && call?.answeredAt && <CallDuration since={call.answeredAt} />}
            <output role={status === 'incoming' ? 'alert' : undefined}>{callStatusText(state, t)}</output>
          </p>
        </div>
        {isOn && isSmall && <SmallCallControls state={state} controller={controller} />}
        {/* On the whole screen, the link in the header of the page is covered. */}
        <ExitButton t={t} />
        {isOn && (
          <ToolButton
            icon={isSmall ? 'large' : 'small'}
            label={t(isSmall ? 'call.large' : 'call.small')}
            onPress={() => setSmall(!isSmall)}
          />
        )}
      </div>
      {isOn && (
        <div className="stage">
          <OtherVideo name={other.name} stream={state.remote} isSeen={state.hasPicture} />
          {!state.hasPicture && <Avatar person={other} />}
          {picture && <OwnVideo track={picture} />}
        </div>
      )}
      {isOn && !isSmall && (
        <>
          <DeviceTroubles state={state} controller={controller} />
          {hasDevices && <DevicePickers controller={controller} hasCamera={!!picture} />}
          <CallControls
            state={state}
            controller={controller}
            hasDevices={hasDevices}
            onDevices={() => setDevices(!hasDevices)}
          />
        </>
      )}
      {!isOn && <InactiveCallButtons state={state} controller={controller} />}
    </section>
  );
}

/** How long the call has lasted, counting up. @param since milliseconds since 1970, by the clock of the service */
function CallDuration({ since }: { since: number }): ReactElement {
  const now = useNow(1000);
  return <span className="time">{formatDuration(Math.max(0, Math.round((now - since) / 1000)))}</span>;
}

/** Focuses the heading when the focused button has disappeared. */
function RestoreFocus({ to }: { to: RefObject<HTMLElement> }): null {
  useEffect(() => {
    if (document.activeElement === document.body) to.current.focus({ preventScroll: true });
  }, [to]);
  return null;
}
