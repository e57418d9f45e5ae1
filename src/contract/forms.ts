import { paths } from '../site/editions/paths.ts';
import type { StaticRouteId } from '../site/editions/routes.ts';
import type { Errors } from './form-errors.ts';
import { REPORT_REASONS } from './moderation/report-reasons.ts';

/** Shortest new password, in characters. */
export const PASSWORD_MIN = 12;

/** Longest password, in characters: more adds hashing work without strength. */
export const PASSWORD_MAX = 100;

/** Longest place and note of a report without an account, in characters. */
export const PLACE_MAX = 300;
export const REPORT_NOTE_MAX = 1000;

/** Minimum age for registration, in years. */
export const ADULT_AGE = 18;

/** Attributes of a field for browsers and password managers. */
export interface Field {
  type: 'email' | 'text' | 'password' | 'date' | 'checkbox' | 'textarea' | 'select';
  autocomplete: string;
  /** The translation of its label is `form.<label>`. @default the name of the field */
  label?: string;
  /** The translation `form.<hint>` explains it. */
  hint?: 'nicknameHint' | 'newPasswordHint' | 'dateOfBirthHint';
  /** Values of a selection. The translation of each is `report.<value>`. */
  options?: typeof REPORT_REASONS;
  /** Pages that it refers to. They open in another tab, so that the form keeps its values. */
  links?: readonly ('rules' | 'privacy_policy')[];
  minLength?: number;
  maxLength?: number;
  /** Hidden until the service reports an error for it. */
  onDemand?: boolean;
  /** Whether the form can be submitted without it. */
  optional?: boolean;
}

interface Form {
  /** The page with the form. */
  route: StaticRouteId;
  /** Target of the POST request. */
  action: `/api/${string}`;
  /** By name, in reading order. */
  fields: Record<string, Field>;
}

const email: Field = { type: 'email', autocomplete: 'username', maxLength: 254 };
const password: Field = { type: 'password', autocomplete: 'current-password', maxLength: PASSWORD_MAX };
const newPassword: Field = {
  ...password,
  autocomplete: 'new-password',
  label: 'newPassword',
  hint: 'newPasswordHint',
  minLength: PASSWORD_MIN,
};
const remember: Field = { type: 'checkbox', autocomplete: 'off', optional: true };
/** Without `maxLength`: browsers count UTF-16 units, and a nickname has characters. */
const nickname: Field = { type: 'text', autocomplete: 'nickname', hint: 'nicknameHint' };

/** Every form of the site. */
export const forms = {
  registration: {
    route: 'registration',
    action: '/api/auth/registration',
    fields: {
      email,
      nickname,
      password: { ...newPassword, label: 'password' },
      dateOfBirth: { type: 'date', autocomplete: 'bday', hint: 'dateOfBirthHint' },
      agreement: { type: 'checkbox', autocomplete: 'off', links: ['rules', 'privacy_policy'] },
    },
  },
  confirm: {
    route: 'confirm',
    action: '/api/auth/registration/confirm',
    fields: { password, nickname: { ...nickname, onDemand: true } },
  },
  resend: { route: 'confirm', action: '/api/auth/registration/resend', fields: {} },
  correctAddress: { route: 'confirm', action: '/api/auth/registration/address', fields: { email } },
  login: { route: 'login', action: '/api/auth/login', fields: { email, password, remember } },
  restore: { route: 'restore', action: '/api/auth/restore', fields: { email } },
  finish: { route: 'finish', action: '/api/auth/restore/finish', fields: { password: newPassword } },
  newNickname: { route: 'change', action: '/api/account/nickname', fields: { nickname } },
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
  report: {
    // Its translations are `reportForm.<field>`, because the chat does not need them.
    route: 'report',
    action: '/api/report',
    fields: {
      reason: { type: 'select', autocomplete: 'off', options: REPORT_REASONS },
      place: { type: 'text', autocomplete: 'off' },
      note: { type: 'textarea', autocomplete: 'off' },
      email: { ...email, autocomplete: 'email', optional: true },
      goodFaith: { type: 'checkbox', autocomplete: 'off' },
    },
  },
  deletion: { route: 'chat', action: '/api/account/deletion', fields: { password } },
} as const satisfies Record<string, Form>;

export type FormId = keyof typeof forms;

/** Page of signed-in users. */
export const SIGNED_IN = paths.chat;

/** Leads on after a sign-in: to the chat, or back to the form that says why the browser is not signed in. */
export const AFTER_SIGN_IN = `${forms.login.action}?signed=in`;

/** Query of the page that confirms a registration, after its mail was sent once more. */
export const SENT_AGAIN = 'sent=again';

/** State of a form that the service sends back: typed values without passwords, and errors. */
export interface FormState {
  values: Partial<Record<string, string>>;
  errors: Errors;
}
