import { type ReactElement, useEffect, useRef } from 'react';

import { useChat } from '../../state/chat-context.ts';

/** As others see one, but the way a mirror shows it. */
export function OwnVideo({ track }: { track: MediaStreamTrack }): ReactElement {
  const { t } = useChat();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    video.current!.srcObject = new MediaStream([track]);
  }, [track]);
  return <video className="own" ref={video} aria-label={t('call.ownPicture')} autoPlay muted playsInline />;
}

interface Props {
  name: string;
  stream: MediaStream | undefined;
  /** Whether there is anything to see; it is heard either way. */
  isSeen: boolean;
}

const OTHER_ID = 'call-other';

/** What the other one is heard and seen through. */
export const otherVideoElement = (): HTMLVideoElement | null => document.querySelector(`#${OTHER_ID}`);

/** The other one. */
export function OtherVideo({ name, stream, isSeen }: Props): ReactElement {
  const { t } = useChat();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    video.current!.srcObject = stream ?? null;
  }, [stream]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody writes down what two people say to each other
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
