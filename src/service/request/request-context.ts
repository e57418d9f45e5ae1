import type { Edition } from '../../site/editions/editions.ts';
import type { KeyedHash } from '../auth/tokens.ts';
import type { ServiceBrand } from '../brands/brands.ts';
import type { KnownDevice } from './device-cookie.ts';

/** Who asks: what a request says of its sender, checked. */
export interface RequestContext {
  brand: ServiceBrand;
  /** In whose language it is answered. */
  edition: Edition;
  /** Of the links in its mails, such as `https://velvet.example`. */
  origin: string;
  /** Of the page that asks, as the browser has it; empty where it does not say. */
  pageOrigin: string;
  /** Its network address as a keyed hash. */
  network: string;
  /** The wider network around it as a keyed hash. */
  wideNetwork: string;
  /** The browser that asks, if an account has signed in there before. */
  device: KnownDevice | undefined;
  /** Signs cookies of better-auth. */
  secret: string;
  /** Stands for something that must not be readable where it is kept. */
  keyed: KeyedHash;
  /** The same under every accepted secret, to find what was written before a rotation: `where('key', 'in', keyedAll(…))`. */
  keyedAll: (...parts: string[]) => string[];
  /** Those that tell better-auth who is signed in, and on what. */
  headers: Headers;
  /** The secret of a link that was opened in this browser. */
  linkToken: (form: LinkForm) => string | undefined;
}

/** Forms that only a link in a mail leads to. */
export const linkForms = ['confirm', 'finish', 'address'] as const;
export type LinkForm = (typeof linkForms)[number];
