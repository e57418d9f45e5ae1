import { z } from 'zod';

import type { ErrorCode } from './errors.ts';
import { type FormId, type passkeyActions, NICKNAME_MAX, NICKNAME_MIN, PASSWORD_MAX, PASSWORD_MIN } from './forms.ts';

const code = (error: ErrorCode): ErrorCode => error;

const filled = (): z.ZodString => z.string(code('required')).min(1, code('required'));

/** Addresses are compared in lower case. */
const email = filled()
  .trim()
  .toLowerCase()
  .max(254, code('email'))
  .pipe(z.email(code('email')))
  .meta({ description: 'E-mail address', example: 'name@example.org' });

/** NFKC, so that a password is the same from every keyboard. @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver */
const password = filled().normalize('NFKC').max(PASSWORD_MAX, code('passwordLong'));

const newPassword = password.min(PASSWORD_MIN, code('passwordShort'));

/**
 * Letters that languages of today are written with. Phonetic, historic and technical ones are none of these: `ᴀ`, `ʟ` and `ǀ`
 * look like other letters, and Unicode's list of such pairs does not have them all.
 * @see https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts
 */
const ALPHABETS = [
  'A-Za-zÀ-ÖØ-öø-ſƏəƠơƯưȘ-țḀ-ỿ',
  '\\u0400-\\u045F\\u048A-\\u04FF',
  '\\u0386\\u0388-\\u03CE\\u1F00-\\u1FFC',
];

/** Letters of one alphabet, digits, and single separators between them. */
const NICKNAME = new RegExp(
  `^(?:${ALPHABETS.map((letters) => `(?:(?=\\p{L})[${letters}]|[0-9]|(?<=[^ _-])[ _-](?=[^ _-]))+`).join('|')})$`,
  'u',
);

const nickname = filled()
  .trim()
  .normalize('NFKC')
  .refine((text) => [...text].length >= NICKNAME_MIN && [...text].length <= NICKNAME_MAX, code('nicknameLength'))
  .refine((text) => NICKNAME.test(text), code('nicknameLetters'));

const lang = z
  .string()
  .optional()
  .meta({ description: 'Language of the page that sends it: of its answer, and of mails' });

const remember = z
  .literal('on')
  .optional()
  .catch(undefined)
  .meta({ description: 'Stay signed in after the browser was closed' });

/** What forms send, as `application/x-www-form-urlencoded`. The message of an issue is its {@link ErrorCode}. */
export const formSchemas = {
  registration: z.object({
    email,
    nickname,
    password: newPassword,
    dateOfBirth: filled().pipe(z.iso.date(code('date'))),
    agreement: z.literal('on', code('agreement')),
    lang,
  }),
  confirm: z.object({ password, nickname: nickname.optional(), lang }),
  login: z.object({
    email,
    password,
    remember,
    lang,
  }),
  restore: z.object({ email, lang }),
  finish: z.object({ password: newPassword, lang }),
  newPassword: z.object({ password, newPassword, lang }),
  newAddress: z.object({ email, password, lang }),
  address: z.object({ lang }),
  deletion: z.object({ password, lang }),
} satisfies Record<FormId, z.ZodObject>;

/** What the other requests with POST send. */
export const actionSchemas = {
  logout: z.object({}),
  stopAddress: z.object({}),
  endSession: z.object({
    session: filled().meta({ description: 'Id of a session, or `others`: all but the one that asks' }),
  }),
};

/** What an authenticator has answered, as `PublicKeyCredential.toJSON` has it. @see https://www.w3.org/TR/webauthn-3/#dom-publickeycredential-tojson */
const credential = filled()
  .max(12_000, code('body'))
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: 'custom', message: code('body'), input: text });
      return z.NEVER;
    }
  })
  .pipe(
    z.looseObject(
      { id: z.string(code('body')).regex(/^[\w-]+$/, code('body')), response: z.looseObject({}, code('body')) },
      code('body'),
    ),
  );

/** What requests about passkeys send. */
export const passkeySchemas = {
  signInOptions: z.object({ lang }),
  signIn: z.object({ credential, remember, lang }),
  newOptions: z.object({ password, lang }),
  add: z.object({ credential, lang }),
  remove: z.object({ passkey: filled().meta({ description: 'Its id' }), password, lang }),
} satisfies Record<keyof typeof passkeyActions, z.ZodObject>;

/** What a request about passkeys sends, checked. */
export type PasskeyBody<Id extends keyof typeof passkeySchemas> = z.output<(typeof passkeySchemas)[Id]>;

/** What a form sends, checked. */
export type FormBody<Id extends FormId> = z.output<(typeof formSchemas)[Id]>;
