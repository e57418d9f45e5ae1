import { type ComponentProps, type ReactElement, Suspense } from 'react';

import { Form } from '../ui/form.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** The form of a page to sign in, register or restore an account. */
export default function AuthForm(props: ComponentProps<typeof Form>): ReactElement {
  return (
    <Suspense>
      <Form {...props} />
      {props.form === 'login' && <PasskeyButton {...props} />}
    </Suspense>
  );
}
