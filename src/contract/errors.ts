/** Error codes of forms. The translations are `errors.<code>`. */
export type ErrorCode =
  | 'required'
  | 'email'
  | 'emailDisposable'
  | 'emailSame'
  | 'nicknameLength'
  | 'nicknameLetters'
  | 'nicknameTaken'
  | 'nicknameReserved'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordGuessable'
  | 'passwordWrong'
  | 'passwordSame'
  | 'passkey'
  | 'date'
  | 'agreement'
  | 'credentials'
  | 'underage'
  | 'link'
  | 'signedOut'
  | 'tooMany'
  | 'busy'
  | 'origin'
  | 'body'
  | 'server';

/** Error codes by field; `form` is the form as a whole. */
export type Errors<Field extends string = string> = Partial<Record<Field | 'form', ErrorCode>>;

/** Body of a response to a refused request. */
export interface ErrorResponse {
  errors: Errors;
}
