import type { Translate } from '../../../../site/i18n/translator.ts';
import type { CallState } from '../engine/call-state.ts';
import { titleOf } from './call-setup.tsx';

/** The state of the call as a sentence. */
export function callStatusText(state: CallState, t: Translate): string {
  const { status, ending, other, quality } = state;
  const { name } = other;
  if (status === 'incoming') return titleOf(state, t);
  if (ending && status === 'over') return t(`call.over.${ending}`, { name });
  if (status === 'talking') return t(`call.${quality}`);
  return status === 'left'
    ? t('call.left', { name })
    : t(`call.${status as 'calling' | 'connecting' | 'reconnecting'}`);
}
