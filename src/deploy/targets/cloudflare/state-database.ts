import { gunzipSync, gzipSync } from 'node:zlib';

import { z } from 'zod';

import { required } from '../../../shared/required.ts';
import type { CloudflareApi } from './cloudflare-api.ts';

/** A generation whose version was uploaded. */
const generationSchema = z.object({ build: z.string(), version: z.string(), deployed_at: z.string() });

export type StoredGeneration = z.output<typeof generationSchema>;

/** Characters of a row. D1 allows 2 MB, and fewer in statements of several rows. */
const PART_LENGTH = 900_000;

/** A table for all workers of an account. Texts are short, but for manifests, which are stored in parts. */
const TABLES = `CREATE TABLE IF NOT EXISTS deploy_texts (worker TEXT, name TEXT, id TEXT, content TEXT, PRIMARY KEY (worker, name));
CREATE TABLE IF NOT EXISTS deploy_generations (worker TEXT, build TEXT, version TEXT, deployed_at TEXT, PRIMARY KEY (worker, build));
CREATE TABLE IF NOT EXISTS deploy_manifests (worker TEXT, build TEXT, part INTEGER, content TEXT, PRIMARY KEY (worker, build, part));`;

const textRow = z.object({ id: z.string(), content: z.string() });

/**
 * The lease, the journal and the generations of a worker, in a D1 database: of Cloudflare's stores the one that free accounts have and
 * that can replace a row on the condition that it has not changed. KV answers with values of a minute ago, and versions of workers have no lock and no room.
 */
export class StateDatabase {
  readonly #api: CloudflareApi;
  readonly #database: string;
  readonly #worker: string;

  constructor(api: CloudflareApi, database: string, worker: string) {
    this.#api = api;
    this.#database = database;
    this.#worker = worker;
  }

  async createTables(): Promise<void> {
    await this.#query(z.unknown(), TABLES, []);
  }

  async text(name: string): Promise<z.output<typeof textRow> | undefined> {
    const sql = 'SELECT id, content FROM deploy_texts WHERE worker = ?1 AND name = ?2';
    const [row] = await this.#query(textRow, sql, [this.#worker, name]);
    return row;
  }

  /** Writes a text, if it is not there, or has one of two ids. @returns whether it was written */
  async exchangeText(name: string, id: string, content: string, before: string): Promise<boolean> {
    const rows = await this.#change(
      `INSERT INTO deploy_texts VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET id = excluded.id, content = excluded.content
         WHERE deploy_texts.id IN (?3, ?5) RETURNING id`,
      name,
      id,
      content,
      before,
    );
    return rows.length > 0;
  }

  /** Writes a text that is there with its id. */
  async renewText(name: string, id: string, content: string): Promise<void> {
    const sql = 'UPDATE deploy_texts SET content = ?4 WHERE worker = ?1 AND name = ?2 AND id = ?3';
    await this.#change(sql, name, id, content);
  }

  async removeText(name: string, id: string): Promise<void> {
    await this.#change('DELETE FROM deploy_texts WHERE worker = ?1 AND name = ?2 AND id = ?3', name, id);
  }

  /** Newest first. */
  generations(): Promise<StoredGeneration[]> {
    return this.#query(
      generationSchema,
      'SELECT build, version, deployed_at FROM deploy_generations WHERE worker = ?1 ORDER BY deployed_at DESC, rowid DESC',
      [this.#worker],
    );
  }

  /** A generation is listed once its manifest is complete. */
  async writeGeneration(build: string, version: string, manifest: string): Promise<void> {
    const packed = gzipSync(manifest).toString('base64');
    await this.#change('DELETE FROM deploy_manifests WHERE worker = ?1 AND build = ?2', build);
    for (let part = 0; part * PART_LENGTH < packed.length; part += 1)
      await this.#change(
        'INSERT INTO deploy_manifests VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET content = excluded.content',
        build,
        part,
        packed.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH),
      );
    await this.#change(
      'INSERT INTO deploy_generations VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET version = excluded.version',
      build,
      version,
      new Date().toISOString(),
    );
  }

  async manifest(build: string): Promise<string> {
    const sql = 'SELECT content FROM deploy_manifests WHERE worker = ?1 AND build = ?2 AND part = ?3';
    const parts: string[] = [];
    for (;;) {
      const [row] = await this.#query(z.object({ content: z.string() }), sql, [this.#worker, build, parts.length]);
      if (!row) break;
      parts.push(row.content);
      if (row.content.length < PART_LENGTH) break;
    }
    return parts.length ? gunzipSync(Buffer.from(parts.join(''), 'base64')).toString() : '';
  }

  async setDeployed(build: string): Promise<void> {
    const sql = 'UPDATE deploy_generations SET deployed_at = ?3 WHERE worker = ?1 AND build = ?2';
    await this.#change(sql, build, new Date().toISOString());
  }

  async removeGeneration(build: string): Promise<void> {
    await this.#change('DELETE FROM deploy_generations WHERE worker = ?1 AND build = ?2', build);
    await this.#change('DELETE FROM deploy_manifests WHERE worker = ?1 AND build = ?2', build);
  }

  async #query<Row extends z.ZodType>(row: Row, sql: string, params: unknown[]): Promise<z.output<Row>[]> {
    const schema = z.array(z.object({ success: z.literal(true), results: z.array(row) })).min(1);
    const [first] = await this.#api.call(`/d1/database/${this.#database}/query`, schema, {
      method: 'POST',
      body: params.length ? { sql, params } : { sql },
    });
    return required(first, 'result').results as z.output<Row>[];
  }

  #change(sql: string, ...params: unknown[]): Promise<unknown[]> {
    return this.#query(z.unknown(), sql, [this.#worker, ...params]);
  }
}
