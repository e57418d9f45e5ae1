import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { RowButton } from './row-button.tsx';

interface Props {
  /** Id of the message. */
  id: string;
  text: string;
  /** Whether the user jumped to the message: all of its text is shown then. */
  isFound: boolean;
}

/** Messages that the user opened. The list forgets rows that are far from the viewport. */
const opened = new Set<string>();

/** The text of a message. A long text shows twelve lines until it is opened. */
export function MessageText({ id, text, isFound }: Props): ReactElement {
  const { t } = useChat();
  const said = useRef<HTMLParagraphElement>(null!);
  const [isOpen, setOpen] = useState(opened.has(id));
  const [isCut, setCut] = useState(false);
  if (isFound && isCut && !isOpen) open();
  useLayoutEffect(() => {
    if (isOpen || !mayExceedLimit(text)) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(said.current);
    measure();
    return () => observer.disconnect();

    function measure(): void {
      const { scrollHeight, clientHeight } = said.current;
      setCut(scrollHeight > clientHeight + 1);
    }
  }, [text, isOpen]);

  function open(): void {
    opened.add(id);
    setOpen(true);
  }

  return (
    <>
      <p className={isOpen ? 'said' : 'said short'} dir="auto" ref={said}>
        {text}
      </p>
      {isCut && !isOpen && (
        <RowButton className="text-button" onClick={open}>
          {t('chat.showMore')}
        </RowButton>
      )}
    </>
  );
}

const SHORT_LENGTH = 200;
const LINE_LENGTH = 18;

/** Whether a text can exceed twelve lines on the narrowest screen. Spares the other texts a measurement. */
const mayExceedLimit = (text: string): boolean =>
  text.length + LINE_LENGTH * (text.split('\n').length - 1) > SHORT_LENGTH;
