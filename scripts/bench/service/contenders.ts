import { fileURLToPath } from 'node:url';

import manifest from '../../../package.json' with { type: 'json' };
import { resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { required } from '../../../src/shared/required.ts';
import { openSite, readSiteOptions } from '../../../src/site/open-site.ts';

/** An account that can sign in. */
export interface Account {
  email: string;
  nickname: string;
  password: string;
}

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A measured server and its requests. */
export interface Contender {
  name: string;
  /** Arguments of Node. */
  args: string[];
  settings: Record<string, string>;
  /** Host of its pages. */
  host: string;
  login: (account: Account) => Request;
  check: (cookie: string) => Request;
}

/** The edition of the accounts. Any brand would do. */
const { editions } = await openSite(readSiteOptions(process.env));
export const edition = required(editions[0], 'edition');

const SECRET = 'only for measurements, and long enough for them';

export const thisProject: Contender = {
  name: 'this project',
  args: manifest.scripts.service.split(' ').slice(1),
  settings: { PORT: '0', LISTEN: '127.0.0.1', AUTH_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1', MAIL_URL: '' },
  host: `${edition.host}.localhost`,
  login: ({ email, password }) => ({
    method: 'POST',
    path: forms.login.action,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email, password }).toString(),
  }),
  check: (cookie) => ({ method: 'GET', path: resources.account, headers: { cookie } }),
};

export const betterAuth: Contender = {
  name: 'better-auth',
  args: [fileURLToPath(import.meta.resolve('./better-auth-server.ts'))],
  settings: { BETTER_AUTH_SECRET: SECRET },
  host: 'localhost',
  login: ({ email, password }) => inJson('/api/auth/sign-in/email', { email, password }),
  check: (cookie) => ({ method: 'GET', path: '/api/auth/get-session', headers: { cookie } }),
};

/** Makes an account of better-auth. */
export const signUp = ({ email, nickname, password }: Account): Request =>
  inJson('/api/auth/sign-up/email', { email, name: nickname, password });

const inJson = (path: string, body: Record<string, string>): Request => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
