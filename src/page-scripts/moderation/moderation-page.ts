import { element } from '../../browser/element.ts';
import type { Me } from '../../contract/moderation/me.ts';
import { ask, onOldSecondFactor, Refusal } from './request.ts';
import { proveInDialog, secondFactor } from './second-factor.ts';
import { buttonLine } from './ui/form.ts';
import { t } from './words.ts';
import { openWorkplace } from './workplace.ts';

const page = document.getElementById('moderation')!;

/** Shows the parts that the moderator may see: a hint, the second factor, or the work. */
async function start(): Promise<void> {
  let me: Me;
  try {
    me = await ask('me', {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    page.replaceChildren(...(error.code === 'forbidden' ? signInHint() : failure(error)));
    return;
  }
  if (me.secondFactor === 'done') {
    onOldSecondFactor(proveInDialog);
    openWorkplace(page, me);
  } else {
    page.replaceChildren(element('h2', {}, t('moderation.secondFactor')), ...secondFactor(me, () => void start()));
  }
}

const signInHint = (): HTMLElement[] => [
  element('p', {}, t('moderationErrors.forbidden')),
  element('p', {}, element('a', { class: 'button', href: page.dataset.login }, t('moderation.signIn'))),
];

const failure = (error: Refusal): HTMLElement[] => [
  element('p', { class: 'error', role: 'alert' }, error.message),
  buttonLine(t('moderation.again'), start),
];

// The back/forward cache would show names and reports after the moderator has signed out.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
void start();
