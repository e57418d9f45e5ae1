import { routes, type StaticRouteId } from '../site/editions/routes.ts';
import type { Errors } from './errors.ts';

/** Fewest characters of a new password. */
export const PASSWORD_MIN = 12;

/** Most characters of a password: beyond it, only the work of hashing grows. */
export const PASSWORD_MAX = 100;

export const NICKNAME_MIN = 3;
export const NICKNAME_MAX = 24;

/** Years of age from which on somebody may register. */
export const ADULT_AGE = 18;

/** What browsers and password managers have to know of a field. */
export interface Field {
  type: 'email' | 'text' | 'password' | 'date' | 'checkbox';
  autocomplete: string;
  /** The word of its label is `form.<label>`; without one, the name of the field. */
  label?: string;
  /** Whether the word `form.<label>Hint` explains it. */
  hint?: boolean;
  minLength?: number;
  maxLength?: number;
  /** Shown only once the service has asked for it. */
  onDemand?: boolean;
  /** Whether the form may be sent without it. */
  optional?: boolean;
}

interface Form {
  /** The page that shows it. */
  route: StaticRouteId;
  /** Where it is sent, with POST. */
  action: `/api/${string}`;
  /** In reading order, by name. */
  fields: Record<string, Field>;
}

const email: Field = { type: 'email', autocomplete: 'username', maxLength: 254 };
const password: Field = { type: 'password', autocomplete: 'current-password', maxLength: PASSWORD_MAX };
const newPassword: Field = {
  ...password,
  autocomplete: 'new-password',
  label: 'newPassword',
  hint: true,
  minLength: PASSWORD_MIN,
};
const remember: Field = { type: 'checkbox', autocomplete: 'off', optional: true };
const nickname: Field = {
  type: 'text',
  autocomplete: 'nickname',
  hint: true,
  minLength: NICKNAME_MIN,
  maxLength: NICKNAME_MAX,
};

/** Every form that pages show and the service understands. */
export const forms = {
  registration: {
    route: 'registration',
    action: '/api/auth/registration',
    fields: {
      email,
      nickname,
      password: newPassword,
      dateOfBirth: { type: 'date', autocomplete: 'bday', hint: true },
      agreement: { type: 'checkbox', autocomplete: 'off' },
    },
  },
  confirm: {
    route: 'confirm',
    action: '/api/auth/registration/confirm',
    fields: { password, nickname: { ...nickname, onDemand: true } },
  },
  login: { route: 'login', action: '/api/auth/login', fields: { email, password, remember } },
  restore: { route: 'restore', action: '/api/auth/restore', fields: { email } },
  finish: { route: 'finish', action: '/api/auth/restore/finish', fields: { password: newPassword } },
  newPassword: {
    route: 'change',
    action: '/api/account/password',
    fields: { password: { ...password, label: 'currentPassword' }, newPassword },
  },
  newAddress: {
    route: 'change',
    action: '/api/account/address',
    fields: {
      email: { ...email, autocomplete: 'email', label: 'newEmail' },
      password: { ...password, label: 'currentPassword' },
    },
  },
  address: { route: 'address', action: '/api/account/address/agreement', fields: {} },
  deletion: { route: 'chat', action: '/api/account/deletion', fields: { password } },
} as const satisfies Record<string, Form>;

export type FormId = keyof typeof forms;

/** What else a page with an account can ask for, with POST. */
export const actions = {
  logout: '/api/auth/logout',
  endSession: '/api/account/sessions/end',
  stopAddress: '/api/account/address/stop',
} as const;

/** What only a script can ask for, with POST: passkeys need one. */
export const passkeyActions = {
  signInOptions: '/api/auth/passkey/options',
  signIn: '/api/auth/passkey',
  newOptions: '/api/account/passkeys/options',
  add: '/api/account/passkeys',
  remove: '/api/account/passkeys/end',
} as const;

/** What is read with GET. */
export const resources = {
  account: '/api/account',
  data: '/api/account/data',
  relays: '/api/relays',
} as const;

/** What a load balancer or a supervisor asks, on any host. */
export const health = {
  /** Answers as long as the process does. */
  live: '/api/health/live',
  /** 503 while other nodes should answer instead. */
  ready: '/api/health/ready',
} as const;

/** What the service tells of itself, on any host. */
export const descriptions = {
  metrics: '/api/metrics',
  openApi: '/api/openapi.json',
} as const;

/** Where somebody goes on who has signed in. */
export const SIGNED_IN = routes.chat.path;

/** What somebody typed, but for passwords, and what is wrong with it: the state in which a form comes back. */
export interface FormState {
  values: Partial<Record<string, string>>;
  errors: Errors;
}

/** Id of the element in whose place the service puts the list of sessions, where a page has no JavaScript. */
export const SESSIONS_ID = 'account-sessions';

/** Ids of the elements of a form, so that the service finds them in a built page. */
export const formElementId = (form: FormId | 'newPasskey', part: string): string => `${form}-${part}`;
