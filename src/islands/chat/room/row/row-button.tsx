import { type ComponentProps, createContext, type ReactElement, use } from 'react';

/** The `tabIndex` of the buttons in a message: 0 in the message that has the focus. The log is one tab stop. */
export const RowTabIndex = createContext(-1);

/** A button in a message, which takes the focus if its button goes. */
export const RowButton = (props: ComponentProps<'button'>): ReactElement => (
  <button type="button" ref={rescueFocusOf} tabIndex={use(RowTabIndex)} {...props} />
);

const rescueFocusOf = (button: HTMLButtonElement) => (): void => {
  if (button === document.activeElement) button.closest('article')?.focus({ preventScroll: true });
};
