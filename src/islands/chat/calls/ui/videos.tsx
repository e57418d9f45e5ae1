import { type ReactElement, useEffect, useRef } from 'react';

import { useChat } from '../../state/chat-context.ts';

/** The user's own picture as others see it, mirrored. */
export function OwnVideo({ track }: { track: MediaStreamTrack }): ReactElement {
  const { t } = useChat();
  const video = useRef<HTMLVideoElement>(null!);
  useEffect(() => {
    video.current.srcObject = new MediaStream([track]);
  }, [track]);
  return <video className="own" ref={video} aria-label={t('call.ownPicture')} autoPlay muted playsInline />;
}

interface Props {
  name: string;
  stream: MediaStream | undefined;
  /** Whether a picture arrives. The element plays sound in any case. */
  isSeen: boolean;
}

const OTHER_ID = 'call-other';

/** The element that plays sound and picture of the other person. */
export const otherVideoElement = (): HTMLVideoElement | null => document.querySelector(`#${OTHER_ID}`);

/** Sound and picture of the other person. */
export function OtherVideo({ name, stream, isSeen }: Props): ReactElement {
  const { t } = useChat();
  const video = useRef<HTMLVideoElement>(null!);
  useEffect(() => {
    video.current.srcObject = stream ?? null;
  }, [stream]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no captions
    <video
      id={OTHER_ID}
      className="other"
      ref={video}
      hidden={!isSeen}
      aria-label={t('call.picture', { name })}
      autoPlay
      playsInline
    />
  );
}
