import type { Selectable } from 'kysely';

import { required } from '../../shared/required.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { ServiceBrand } from './open-brands.ts';

/** The edition of an account's last visit, or where the site no longer has it, one of the same host, else of the brand's default host. */
export function editionOfAccount(
  { host, lang }: Pick<Selectable<Tables['user']>, 'host' | 'lang'>,
  { editions, defaultHost }: Pick<ServiceBrand, 'editions' | 'defaultHost'>,
): Edition {
  return required(
    editions.find((edition) => edition.host === host && edition.lang === lang) ??
      editions.find((edition) => edition.host === host) ??
      editions.find((edition) => edition.host === defaultHost && edition.lang === lang) ??
      editions.find((edition) => edition.host === defaultHost),
    `edition of ${defaultHost}`,
  );
}
