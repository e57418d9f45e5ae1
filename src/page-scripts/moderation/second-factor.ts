import { button, element } from '../../browser/element.ts';
import { supportsPasskeys } from '../../browser/passkey-support.ts';
import type { Me } from '../../contract/moderation/me.ts';
import { ask, Refusal } from './request.ts';
import { alertLine, attempt, buttonLine, field, form, textOf } from './ui/form.ts';
import { t } from './words.ts';

/**
 * Forms for the second factor of the moderator.
 * @param done called once it was given
 */
export function secondFactor({ secondFactor: state, hasPasskey }: Me, done: () => void): HTMLElement[] {
  const verify = state === 'verify' ? [codeForm(done)] : [enrolment(done)];
  return hasPasskey && supportsPasskeys() ? [passkeyButton(done), ...verify] : verify;
}

let proving: Promise<boolean> | undefined;

/** Asks for the second factor in a dialog, so that nothing typed is lost. @returns false where the moderator closes it */
export function proveInDialog(): Promise<boolean> {
  proving ??= openDialog().finally(() => {
    proving = undefined;
  });
  return proving;
}

async function openDialog(): Promise<boolean> {
  const me = await ask('me', {});
  const opener = document.activeElement as HTMLElement | null;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isProved: boolean): void => {
    resolve(isProved);
    dialog.remove();
    opener?.focus();
  };
  const dialog = element('dialog', { 'aria-labelledby': 'prove', close: () => end(false) });
  dialog.append(
    element('h2', { id: 'prove' }, t('moderation.secondFactor')),
    ...secondFactor(me, () => end(true)),
    buttonLine(t('moderation.close'), () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

const codeForm = (done: () => void): HTMLElement =>
  form({
    fields: [
      field(
        t('moderation.code'),
        element('input', {
          name: 'code',
          required: true,
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          pattern: String.raw`\d{3}\s?\d{3}`,
          maxlength: '7',
        }),
      ),
    ],
    label: t('moderation.verify'),
    submit: async (fields) => {
      // Some apps show a space in the middle.
      await ask('verify', { code: textOf(fields, 'code').replace(/\s/g, '') });
      done();
    },
  });

/** Asks for the password, then shows the secret of the authenticator and asks for its first code. */
function enrolment(done: () => void): HTMLElement {
  const box = element(
    'div',
    {},
    element('p', {}, t('moderation.enrolText')),
    form({
      fields: [
        field(
          t('moderation.password'),
          element('input', { name: 'password', type: 'password', required: true, autocomplete: 'current-password' }),
        ),
      ],
      label: t('moderation.enrol'),
      submit: async (fields) => {
        const { uri, picture } = await ask('enrol', { password: textOf(fields, 'password') });
        const code = codeForm(done);
        box.replaceChildren(
          element('p', {}, t('moderation.scan')),
          element('img', {
            class: 'qr',
            src: `data:image/svg+xml,${encodeURIComponent(picture)}`,
            alt: t('moderation.qr'),
          }),
          element('p', {}, `${t('moderation.secret')} `, element('code', {}, secretOf(uri))),
          code,
        );
        code.querySelector('input')!.focus();
      },
    }),
  );
  return box;
}

/** The secret in groups of four, for typing. */
const secretOf = (uri: string): string =>
  (new URL(uri).searchParams.get('secret') ?? '').replaceAll(/.{4}(?=.)/g, '$& ');

function passkeyButton(done: () => void): HTMLElement {
  const line = alertLine();
  const use = async (): Promise<void> => {
    const { options } = await ask('passkeyOptions', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
    const credential = await navigator.credentials.get({ publicKey }).catch((error: DOMException) => {
      // The moderator cancelled, or the browser's dialog timed out and has said so.
      if (error.name === 'NotAllowedError') return null;
      throw new Refusal(t('moderationErrors.code'), 'code');
    });
    if (!credential) return;
    await ask('verifyPasskey', { credential: JSON.stringify(credential) });
    done();
  };
  return element(
    'p',
    {},
    button(t('moderation.passkey'), () => attempt(line, use), { class: 'button' }),
    line,
  );
}
