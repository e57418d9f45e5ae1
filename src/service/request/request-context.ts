import type { Authority } from '../../contract/moderation/protocol.ts';
import type { RuleChangeList } from '../../output/rule-changes.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { KeyedHash } from '../auth/tokens.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import type { KnownDevice } from './known-device-cookie.ts';

/** Settings of the operator, in days. */
interface Periods {
  /** In which a deleted account can be reported, identified and banned. */
  deletedAccountDays: number;
  /** For which a legal hold lasts. */
  holdDays: number;
}

/** Verified facts about a request and its sender. */
export interface RequestContext {
  brand: ServiceBrand;
  /** The edition whose language the response has. */
  edition: Edition;
  /** Origin of links in mails, such as `https://velvet.example`. */
  origin: string;
  /** Value of the Origin header; empty if absent. */
  pageOrigin: string;
  /** Keyed hash of the network address. */
  network: string;
  /** Keyed hash of the wider network. */
  wideNetwork: string;
  /** The browser, if an account has signed in there before. */
  device: KnownDevice | undefined;
  /** Keyed hash of a session token that the service signed; the session may have ended. */
  session: string | undefined;
  /** Current secret; better-auth signs cookies with it. */
  secret: string;
  /** Hash for values that must not be readable in the database. */
  keyed: KeyedHash;
  /** The same with every accepted secret, to find rows written before a rotation: `where('key', 'in', keyedAll(…))`. */
  keyedAll: (...parts: string[]) => string[];
  /** Headers that better-auth needs: host, cookie and user agent. */
  headers: Headers;
  /** Changes of rules in the edition of the request, or in another edition, of the present build. */
  ruleChanges: (of?: Edition) => RuleChangeList;
  /** Contacts for danger to life and for children, of the present build. */
  authorities: () => Authority[];
  periods: Periods;
  /** Token of a link that was opened in this browser. */
  linkToken: (form: LinkForm) => string | undefined;
}

/** Forms that need a token from a link in a mail. */
export const linkForms = ['confirm', 'finish', 'address'] as const;
/** `reportStatus`: a page without a form. */
export type LinkForm = (typeof linkForms)[number] | 'reportStatus';
