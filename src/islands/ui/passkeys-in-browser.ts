import { passkeyActions } from '../../contract/api-paths.ts';
import type { FormMessages } from './form-messages.ts';
import { submitForm } from './submit-form.ts';

/** Success or messages; `undefined` where the user cancelled. */
export type PasskeyOutcome = { next: string } | { messages: FormMessages } | undefined;

/** Signs in with a passkey of this host. */
export async function signInWithPasskey(fields: Record<string, string>): Promise<PasskeyOutcome> {
  const asked = await submitForm(passkeyActions.signInOptions, fields);
  if (!('next' in asked)) return asked;
  const options = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return answerWith(passkeyActions.signIn, fields, () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

/** Adds a passkey to the signed-in account. */
export async function addPasskey(password: string, lang: string): Promise<PasskeyOutcome> {
  const asked = await submitForm(passkeyActions.newOptions, { password, lang });
  if (!('next' in asked)) return asked;
  const options = asked.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return answerWith(passkeyActions.add, { lang }, () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** Removes a passkey of the signed-in account. */
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
    // The user cancelled, or the browser's dialog timed out and has said so.
    if ((error as DOMException).name === 'NotAllowedError') return undefined;
    return { messages: { form: 'errors.passkey' } };
  }
  return submitForm(action, { ...fields, credential: JSON.stringify(credential) });
}
