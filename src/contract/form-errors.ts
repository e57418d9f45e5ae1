/** Error codes of forms. The translations are `errors.<code>`, the causes are in docs/errors.md. */
export const ERROR_CODES = [
  'required',
  'email',
  'emailDisposable',
  'emailSame',
  'nicknameLength',
  'nicknameLetters',
  'nicknameTaken',
  'nicknameReserved',
  'nicknameSame',
  'nicknameRecent',
  'nicknameRestricted',
  'passwordShort',
  'passwordLong',
  'passwordGuessable',
  'passwordWrong',
  'passwordSame',
  'passkey',
  'date',
  'agreement',
  'credentials',
  'underage',
  'link',
  'signedOut',
  'appealClosed',
  'textLong',
  'goodFaith',
  'tooMany',
  'busy',
  'origin',
  'body',
  'server',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Error codes of refusals by a proxy, whose body is no JSON, by status. 502 to 504 say that the service is unreachable. */
export const PROXY_ERRORS: Partial<Record<number, ErrorCode>> = { 413: 'textLong', 429: 'tooMany' };

/** Error codes by field; `form` is the form as a whole. */
export type Errors<Field extends string = string> = Partial<Record<Field | 'form', ErrorCode>>;

/** Body of a response to a refused request. */
export interface ErrorResponse {
  errors: Errors;
}
