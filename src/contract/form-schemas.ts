import { z } from 'zod';

import { type passkeyActions } from './api-paths.ts';
import type { ErrorCode } from './form-errors.ts';
import { type FormId, PASSWORD_MAX, PASSWORD_MIN, PLACE_MAX, REPORT_NOTE_MAX } from './forms.ts';
import { APPEAL_MAX } from './moderation/protocol.ts';
import { REPORT_REASONS } from './moderation/report-reasons.ts';
import { boundedString, typedText } from './typed-text/bounded-string.ts';
import { NICKNAME_UNITS, nicknameError } from './typed-text/nickname.ts';

const code = (error: ErrorCode): ErrorCode => error;

/** @param max in UTF-16 units, as it was sent */
const filled = (max: number, tooLong: ErrorCode): z.ZodString =>
  boundedString(max, tooLong, code('required')).min(1, code('required'));

/** Longest address. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.3 */
const EMAIL_MAX = 254;

/** Most UTF-16 units that become a single unit by NFKC: a mathematical alpha with three marks becomes `ᾂ`. */
const UNITS_OF_ONE = 5;

/** Lower case, because addresses are compared in lower case. */
const email = filled(2 * EMAIL_MAX, 'email')
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX, code('email'))
  .pipe(z.email(code('email')))
  .meta({ description: 'E-mail address', example: 'name@example.org' });

/** NFKC, so that a password is the same from every keyboard. @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver */
export const password = filled(UNITS_OF_ONE * PASSWORD_MAX, 'passwordLong')
  .normalize('NFKC')
  .max(PASSWORD_MAX, code('passwordLong'));

const newPassword = password.min(PASSWORD_MIN, code('passwordShort'));

const nickname = filled(NICKNAME_UNITS, 'nicknameLength')
  .trim()
  .normalize('NFKC')
  .superRefine((text, { addIssue }) => {
    const error = nicknameError(text);
    if (error) addIssue(error);
  });

const ownWords = (max: number) => typedText(1, max, code('textLong'), code('required'));

/** The longest language tag of BCP 47 in use. @see https://www.rfc-editor.org/rfc/rfc5646#section-4.4.1 */
const lang = boundedString(35, code('body'))
  .optional()
  .meta({ description: 'Language of the sending page, used for the response and for mails' });

const remember = z
  .literal('on')
  .optional()
  .catch(undefined)
  .meta({ description: 'Stay signed in after the browser is closed' });

/** Schemas of form bodies (`application/x-www-form-urlencoded`). The message of an issue is an {@link ErrorCode}. */
export const formSchemas = {
  registration: z.object({
    email,
    nickname,
    password: newPassword,
    dateOfBirth: filled(10, 'date').pipe(z.iso.date(code('date'))),
    agreement: z.literal('on', code('agreement')),
    lang,
  }),
  confirm: z.object({ password, nickname: nickname.optional(), lang }),
  resend: z.object({ lang }),
  correctAddress: z.object({ email, lang }),
  login: z.object({
    email,
    password,
    remember,
    lang,
  }),
  restore: z.object({ email, lang }),
  finish: z.object({ password: newPassword, lang }),
  newNickname: z.object({ nickname, lang }),
  newPassword: z.object({ password, newPassword, lang }),
  newAddress: z.object({ email, password, lang }),
  address: z.object({ lang }),
  report: z
    .object({
      reason: z.enum(REPORT_REASONS, code('required')),
      place: ownWords(PLACE_MAX).meta({ description: 'Where it is, in the words of the reporter' }),
      note: ownWords(REPORT_NOTE_MAX).meta({ description: 'What happened' }),
      email: email.optional(),
      goodFaith: z.literal('on', code('goodFaith')),
      lang,
    })
    .superRefine(({ reason, email: address }, { addIssue }) => {
      // A report about a child can be anonymous. @see https://eur-lex.europa.eu/eli/reg/2022/2065/oj Article 16(2)(c)
      if (address === undefined && reason !== 'minor')
        addIssue({ code: 'custom', path: ['email'], message: code('required') });
    }),
  deletion: z.object({ password, lang }),
} satisfies Record<FormId, z.ZodObject>;

/** Keys of changes in a response, with spaces between them. */
const changeKeys = boundedString(8000, code('body'))
  .regex(/^[\w#@ -]*$/, code('body'))
  .transform((text) => text.split(' '))
  .optional();

const decision = z
  .uuid(code('body'))
  .max(36, { abort: true, error: code('body') })
  .toLowerCase()
  .meta({ description: 'Id of a decision about the user' });

/** Id of a row, as better-auth makes it. */
const id = filled(64, 'body');

/** Schemas of the bodies of {@link actions}. */
export const actionSchemas = {
  logout: z.object({}),
  stopAddress: z.object({}),
  endSession: z.object({
    session: id.meta({ description: 'Id of a session, or `others`: all but the current session' }),
  }),
  changes: z.object({
    accepted: changeKeys.meta({
      description: 'Keys of changes in force that the user has read, with spaces between them',
      example: 'rules#adults-only@3 privacy_policy#cookies@2',
    }),
    dismissed: changeKeys.meta({ description: 'Keys of coming changes whose announcement the user has dismissed' }),
    lang,
  }),
  readDecision: z.object({ decision, lang }),
  appeal: z.object({
    decision,
    text: typedText(1, APPEAL_MAX, code('body'), code('required')).meta({
      description: 'Why the decision is wrong, in the words of the user',
    }),
    lang,
  }),
};

/** Longest response of an authenticator. */
export const CREDENTIAL_MAX = 12_000;

/** Response of an authenticator, as `PublicKeyCredential.toJSON` returns it. @see https://www.w3.org/TR/webauthn-3/#dom-publickeycredential-tojson */
const credential = filled(CREDENTIAL_MAX, 'body')
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

/** Schemas of the bodies of `passkeyActions`. */
export const passkeySchemas = {
  signInOptions: z.object({ lang }),
  signIn: z.object({ credential, remember, lang }),
  newOptions: z.object({ password, lang }),
  add: z.object({ credential, lang }),
  remove: z.object({ passkey: id.meta({ description: 'Id of the passkey' }), password, lang }),
} satisfies Record<keyof typeof passkeyActions, z.ZodObject>;

/** Parsed body of a passkey request. */
export type PasskeyBody<Id extends keyof typeof passkeySchemas> = z.output<(typeof passkeySchemas)[Id]>;

/** Parsed body of an action. */
export type ActionBody<Id extends keyof typeof actionSchemas> = z.output<(typeof actionSchemas)[Id]>;

/** Parsed body of a form. */
export type FormBody<Id extends FormId> = z.output<(typeof formSchemas)[Id]>;
