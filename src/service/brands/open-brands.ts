import { EventEmitter } from 'node:events';

import { required } from '../../shared/required.ts';
import type { Brand as BrandFacts, Edition } from '../../site/editions/editions.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { type Auth, createAuth } from '../auth/auth.ts';
import { type Database, forEachWork, type Work } from '../database/database-handle.ts';
import { migrate } from '../database/migrations/migrations.ts';
import type { Db } from '../database/tables/tables.ts';
import type { AccountEvents } from './account-events.ts';

/** A brand with its tables, authentication and events. Brands share no accounts. */
export interface ServiceBrand extends BrandFacts {
  editions: Edition[];
  /** Its translations, and the colours of its mails. */
  folder: SiteFolder;
  /** PostgreSQL schema of its tables. */
  schema: string;
  /** Database with that schema, over the connections of other work. */
  db: Db;
  /** The same brand over the connections of each kind of work. */
  for: Record<Work, ServiceBrand>;
  auth: Auth;
  /** The same for passkeys of a host: a passkey works only on the host where it was created. */
  authAt: (host: string) => Auth;
  /** Events within this process. */
  events: EventEmitter<AccountEvents>;
}

/** Opens every brand, by id, and migrates its tables. */
export async function openBrands(
  editions: Edition[],
  { db, dbFor, unlimitedDb, clockLead }: Omit<Database, 'close'>,
  secret: string,
): Promise<Map<string, ServiceBrand>> {
  const brands = new Map<string, ServiceBrand>();
  for (const [facts, own] of Map.groupBy(editions, ({ brand }) => brand)) {
    const { folder } = required(own[0], 'edition of a brand').site;
    const schema = `brand_${facts.id}`;
    await migrate(unlimitedDb, schema);
    const hosts = new Map<string, Auth>();
    const authAt = (host: string): Auth => {
      const auth =
        hosts.get(host) ?? createAuth({ db, clockLead, schema, secret, url: `https://${host}`, name: facts.name });
      hosts.set(host, auth);
      return auth;
    };
    const brand = {
      ...facts,
      editions: own,
      folder,
      schema,
      db: db.withSchema(schema),
      for: {} as ServiceBrand['for'],
      auth: authAt(facts.defaultHost),
      authAt,
      events: new EventEmitter<AccountEvents>(),
    };
    Object.assign(
      brand.for,
      forEachWork((work) => (work === 'other' ? brand : { ...brand, db: dbFor[work].withSchema(schema) })),
    );
    brands.set(facts.id, brand);
  }
  return brands;
}
