import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** People, their sessions, and links to them. @param name the schema of the brand */
export const accounts = (name: string): Migration => ({
  async up(database: Kysely<unknown>) {
    const schema = database.schema.withSchema(name);
    await schema
      .createTable('user')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('nicknameKey', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('emailVerified', 'boolean', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('adultConfirmedAt', 'timestamptz', (column) => column.notNull())
      .addColumn('rulesAcceptedAt', 'timestamptz', (column) => column.notNull())
      .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
      .addColumn('updatedAt', 'timestamptz', (column) => column.notNull())
      .execute();
    await schema
      .createTable('session')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('userAgent', 'text')
      .addColumn('ipAddress', 'text')
      .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
      .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
      .addColumn('updatedAt', 'timestamptz', (column) => column.notNull())
      .execute();
    await schema.createIndex('session_of_user').on('session').column('userId').execute();
    await schema
      .createTable('account')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('accountId', 'text', (column) => column.notNull())
      .addColumn('providerId', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull().unique().references('user.id').onDelete('cascade'))
      .addColumn('password', 'text')
      .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
      .addColumn('updatedAt', 'timestamptz', (column) => column.notNull())
      .execute();
    await schema
      .createTable('registration')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('nickname', 'text', (column) => column.notNull())
      .addColumn('password', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
      .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
      .execute();
    await schema.createIndex('registration_of_address').on('registration').column('email').execute();
    await schema
      .createTable('passwordReset')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
      .execute();
    await schema
      .createTable('outbox')
      .addColumn('id', 'uuid', (column) => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('lang', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('link', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('dueAt', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn('createdAt', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute();
    await schema.createIndex('outbox_due').on('outbox').column('dueAt').execute();
    await schema
      .createTable('submission')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute();
    await schema
      .createTable('attempts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('level', 'double precision', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute();
  },
});
