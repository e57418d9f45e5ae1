/** What can be wrong with what somebody typed. The texts are the words `errors.<code>`. */
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

/** By field; what concerns a whole form stands under `form`. */
export type Errors<Field extends string = string> = Partial<Record<Field | 'form', ErrorCode>>;

/** Answer to a request that was refused. */
export interface ErrorResponse {
  errors: Errors;
}
