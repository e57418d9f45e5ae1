/**
 * Whether the browser supports passkeys and parses options from JSON.
 * @see https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON
 */
export const supportsPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
