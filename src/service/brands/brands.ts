import { EventEmitter } from 'node:events';

import type { Kysely } from 'kysely';

import type { Brand as BrandFacts, Edition } from '../../site/editions/editions.ts';
import { type Auth, createAuth } from '../auth/auth.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrations.ts';
import type { Tables } from '../database/tables.ts';
import type { BrandEvents } from './brand-events.ts';

/** A brand as the service knows it: accounts of one brand know nothing of those of another. */
export interface ServiceBrand extends BrandFacts {
  editions: Edition[];
  /** Where its tables are. */
  schema: string;
  /** Its own tables. */
  db: Kysely<Tables>;
  auth: Auth;
  /** The same for the passkeys of a host: they work where they were made. */
  authAt: (host: string) => Auth;
  /** What other parts of the service wait for. */
  events: EventEmitter<BrandEvents>;
}

/** Every brand, by id, its tables up to date. */
export async function openBrands(
  editions: Edition[],
  { db, unlimitedDb }: Pick<Database, 'db' | 'unlimitedDb'>,
  secret: string,
): Promise<Map<string, ServiceBrand>> {
  const brands = new Map<string, ServiceBrand>();
  for (const [facts, own] of Map.groupBy(editions, ({ brand }) => brand)) {
    const schema = `brand_${facts.id}`;
    await migrate(unlimitedDb, schema);
    const hosts = new Map<string, Auth>();
    const authAt = (host: string): Auth => {
      const auth = hosts.get(host) ?? createAuth({ db, schema, secret, url: `https://${host}`, name: facts.name });
      hosts.set(host, auth);
      return auth;
    };
    brands.set(facts.id, {
      ...facts,
      editions: own,
      schema,
      db: db.withSchema(schema),
      auth: authAt(facts.defaultHost),
      authAt,
      events: new EventEmitter(),
    });
  }
  return brands;
}
