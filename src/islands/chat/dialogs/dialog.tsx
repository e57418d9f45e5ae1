import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

import { ExitButton } from '../quick-exit/exit-button.tsx';
import { useChat } from '../state/chat-context.ts';
import { Icon } from '../ui/icon.tsx';
import { rescueFocus } from '../ui/pane-head.tsx';

interface Props {
  title: string;
  /** Says that something happens now. */
  role?: 'alertdialog';
  onClose?: () => void;
  children: ReactNode;
}

/** Asks or shows something before all else. The way out is in it, because nothing else can be reached. */
export function Dialog({ title, role, onClose, children }: Props): ReactElement {
  const { client, t, openDialog } = useChat();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // Not the way out, which comes first.
    heading.current!.focus();
    return () => {
      // Gives the focus back, if what had it is still there.
      element.close();
      rescueFocus();
    };
  }, []);
  return (
    <dialog
      className="dialog"
      ref={dialog}
      role={role}
      aria-labelledby={id}
      closedby="any"
      onClose={onClose ?? (() => openDialog(undefined))}
    >
      <div className="head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ExitButton client={client} t={t} />
        <button type="button" className="tool" aria-label={t('chat.close')} onClick={() => dialog.current!.close()}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
