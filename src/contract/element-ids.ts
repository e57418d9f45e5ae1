import type { FormId } from './forms.ts';

/** Id of the element that the service replaces with the list of sessions on pages without JavaScript. */
export const SESSIONS_ID = 'account-sessions';

/** Id of an element of a form, by which the service finds it in a built page. */
export const formElementId = (form: FormId | 'newPasskey' | 'reportStatus', part: string): string => `${form}-${part}`;

/** Id of the script element with the translations of a page's islands. */
export const TRANSLATIONS_ID = 'translations';
