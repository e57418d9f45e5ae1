import type { Account } from '../../contract/answers.ts';
import { resources } from '../../contract/forms.ts';

/** Who is signed in, or nobody; `undefined` where the service cannot be asked. */
export async function readAccount(): Promise<Account | 'nobody' | undefined> {
  try {
    const response = await fetch(resources.account, { headers: { Accept: 'application/json' } });
    if (response.status === 401) return 'nobody';
    return response.ok ? ((await response.json()) as Account) : undefined;
  } catch {
    // What needs no account read goes on working.
    return undefined;
  }
}
