import { routes, type StaticRouteId } from '../site/editions/routes.ts';
import type { TranslationKey } from '../site/i18n/translator.ts';

interface Outcome {
  /** The page that tells it. */
  route: Extract<StaticRouteId, 'login' | 'restore' | 'address' | 'change' | 'chat'>;
  text: TranslationKey;
}

/** Outcomes of forms that the next page tells, by the id of the sentence: the fragment of the address shows it, without a script. */
export const outcomes = {
  'signed-out': { route: 'login', text: 'outcomes.signedOut' },
  'cookies-refused': { route: 'login', text: 'outcomes.cookiesRefused' },
  restored: { route: 'login', text: 'outcomes.restored' },
  deleted: { route: 'login', text: 'outcomes.deleted' },
  'link-sent': { route: 'restore', text: 'outcomes.linkSent' },
  'address-stopped': { route: 'restore', text: 'outcomes.addressStopped' },
  'nothing-to-stop': { route: 'restore', text: 'outcomes.nothingToStop' },
  'address-agreed': { route: 'address', text: 'outcomes.addressAgreed' },
  'address-changed': { route: 'address', text: 'outcomes.addressChanged' },
  'nickname-changed': { route: 'change', text: 'account.newNicknameDone' },
  'password-changed': { route: 'change', text: 'account.newPasswordDone' },
  'address-requested': { route: 'change', text: 'account.newAddressDone' },
  'session-ended': { route: 'chat', text: 'account.sessionEnded' },
} as const satisfies Record<string, Outcome>;

export type OutcomeId = keyof typeof outcomes;

/** Path of the page that tells an outcome, with the fragment that shows it. */
export const pathOfOutcome = (id: OutcomeId): string => `${routes[outcomes[id].route].path}#${id}`;
