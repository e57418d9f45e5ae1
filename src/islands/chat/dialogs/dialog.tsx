import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

import { ExitButton } from '../quick-exit/exit-button.tsx';
import { useChat } from '../state/chat-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { IconButton } from '../ui/icon.tsx';
import { rescueFocus } from '../ui/rescue-focus.ts';

import styles from '../../../styles/chat/dialogs/dialog.css?inline';

adoptStyles(styles);

interface Props {
  title: string;
  /** `alertdialog` announces an event, such as an incoming call. */
  role?: 'alertdialog';
  onClose?: () => void;
  children: ReactNode;
}

/** A modal dialog. It has its own quick-exit button, because the rest of the page is inert. */
export function Dialog({ title, role, onClose, children }: Props): ReactElement {
  const { t, openDialog } = useChat();
  const dialog = useRef<HTMLDialogElement>(null!);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element.showModal();
    // By default the first button would get the focus: the quick exit.
    heading.current!.focus();
    return () => {
      // Restores the focus, where the element that had it still exists.
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
        <div className="tools">
          <ExitButton t={t} />
          <IconButton icon="close" label={t('chat.close')} onClick={() => dialog.current.close()} />
        </div>
      </div>
      {children}
    </dialog>
  );
}
