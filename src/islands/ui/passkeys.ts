import { passkeyActions } from '../../contract/forms.ts';
import type { FormMessages } from './form-messages.ts';
import { submitForm } from './submit-form.ts';

/** What came of it; nothing where its owner thought better of it. */
export type PasskeyOutcome = { next: string } | { messages: FormMessages } | undefined;

/** Whether the browser has passkeys, and takes what the service sends as it is. @see https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON */
export const hasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Signs in with a passkey of this host. */
export async function signInWithPasskey(fields: Record<string, string>): Promise<PasskeyOutcome> {
  const asked = await submitForm(passkeyActions.signInOptions, fields);
  if (!('next' in asked)) return asked;
  const options = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return answerWith(passkeyActions.signIn, fields, () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

/** Makes a passkey for the account that is signed in. */
export async function addPasskey(password: string, lang: string): Promise<PasskeyOutcome> {
  const asked = await submitForm(passkeyActions.newOptions, { password, lang });
  if (!('next' in asked)) return asked;
  const options = asked.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return answerWith(passkeyActions.add, { lang }, () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** Removes a passkey of the account that is signed in. */
export const removePasskey = (passkey: string, password: string, lang: string): Promise<PasskeyOutcome> =>
  submitForm(passkeyActions.remove, { passkey, password, lang });

async function answerWith(
  action: string,
  fields: Record<string, string>,
  ask: () => Promise<Credential | null>,
): Promise<PasskeyOutcome> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    // Closed by hand, or left alone: the browser has said so.
    if ((error as DOMException).name === 'NotAllowedError') return undefined;
    return { messages: { form: 'errors.passkey' } };
  }
  return submitForm(action, { ...fields, credential: JSON.stringify(credential) });
}
