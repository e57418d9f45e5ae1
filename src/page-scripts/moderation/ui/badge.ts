import { element } from '../../../browser/element.ts';
import type { QueueEntry } from '../../../contract/moderation/queue.ts';
import { t } from '../words.ts';

/** A word that stands out. */
export const badge = (text: string, isStrong = false): HTMLElement =>
  element('span', { class: isStrong ? 'badge strong' : 'badge' }, text);

/** The signals of a case. */
export const signalBadges = (signals: QueueEntry['signals']): (Node | string)[] =>
  spaced(signals.map((each) => badge(t(`moderation.signal.${each}`), each === 'life' || each === 'child')));

/** Puts spaces between elements, for screen readers and for line breaks. */
export const spaced = (elements: HTMLElement[]): (Node | string)[] => elements.flatMap((each) => [each, ' ']);
