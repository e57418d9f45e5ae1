import { button, element } from '../../../browser/element.ts';
import { CLAIM_MINUTES } from '../../../contract/moderation/protocol.ts';
import { ask, Refusal } from '../request.ts';
import { alertLine, attempt } from '../ui/form.ts';
import { formatTime, t } from '../words.ts';

const CLAIM_MS = CLAIM_MINUTES * 60_000;

/** Typing prolongs a claim that is older than a third of its time. */
const PROLONG_AFTER_MS = CLAIM_MS / 3;

/** A line that tells until when the case is claimed, and claims it again. */
export function claimLine(id: string) {
  const text = element('span');
  const error = alertLine();
  const again = button(t('moderation.claimAgain'), () => attempt(error, claim), { class: 'button quiet' });
  let since = 0;
  let timer: ReturnType<typeof setTimeout>;
  /** Called after each request about the case. */
  const prolonged = (): void => {
    clearTimeout(timer);
    since = Date.now();
    text.textContent = t('moderation.claimedUntil', { when: formatTime(since + CLAIM_MS) });
    again.hidden = true;
    timer = setTimeout(() => {
      text.textContent = t('moderation.claimEnded');
      again.hidden = false;
    }, CLAIM_MS);
  };
  const claim = async (): Promise<void> => {
    const { isDecided } = await ask('claim', { case: id });
    if (isDecided) throw new Refusal(t('moderationErrors.decided'), 'decided');
    prolonged();
  };
  prolonged();
  return {
    line: element('div', { class: 'claim' }, element('p', { class: 'quiet' }, text, ' ', again), error),
    prolonged,
    /** Called while the moderator types. */
    typed: (): void => {
      if (Date.now() - since < PROLONG_AFTER_MS) return;
      since = Date.now();
      void attempt(error, claim);
    },
    stop: () => clearTimeout(timer),
  };
}
