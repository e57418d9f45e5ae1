import { button, element } from '../../../browser/element.ts';
import { t } from '../words.ts';

/** Hides the texts of a view until the moderator asks for them. */
export function blurredTexts() {
  const texts: HTMLElement[] = [];
  let isShown = false;
  const toggle = (): void => {
    isShown = !isShown;
    texts.forEach(apply);
    switchButton.textContent = label();
  };
  const label = (): string => t(isShown ? 'moderation.hideText' : 'moderation.showText');
  // A screen reader must not read it either.
  const apply = (text: HTMLElement): void => {
    text.classList.toggle('blurred', !isShown);
    text.ariaHidden = isShown ? null : 'true';
  };
  const switchButton = button(label(), toggle, { class: 'button quiet', 'aria-keyshortcuts': 'b' });
  return {
    /** A text that is hidden at first. */
    text: (text: string): HTMLElement => {
      const made = element('span', { class: 'text', dir: 'auto' }, text);
      texts.push(made);
      apply(made);
      return made;
    },
    switchButton,
    shortcut: { key: 'b', label: t('moderation.key.blur'), act: toggle },
  };
}
