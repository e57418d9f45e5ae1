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

/**
 * The lease, the journal and the generations of a worker, in a D1 database: of Cloudflare's stores the one that free accounts have and
 * that can replace a row on the condition that it has not changed. KV answers with values of a minute ago, and versions of workers have no lock and no room.
 */
export function stateDatabase(api: CloudflareApi, database: string, worker: string) {
  const query = async <Row extends z.ZodType>(row: Row, sql: string, params: unknown[]): Promise<z.output<Row>[]> => {
    const schema = z.array(z.object({ success: z.literal(true), results: z.array(row) })).min(1);
    const [first] = await api.call(`/d1/database/${database}/query`, schema, {
      method: 'POST',
      body: params.length ? { sql, params } : { sql },
    });
    return required(first, 'result').results as z.output<Row>[];
  };
  const change = (sql: string, ...params: unknown[]): Promise<unknown[]> =>
    query(z.unknown(), sql, [worker, ...params]);
  const textRow = z.object({ id: z.string(), content: z.string() });
  return {
    createTables: () => query(z.unknown(), TABLES, []),

    async text(name: string): Promise<{ id: string; content: string } | undefined> {
      const rows = await query(textRow, 'SELECT id, content FROM deploy_texts WHERE worker = ?1 AND name = ?2', [
        worker,
        name,
      ]);
      return rows[0];
    },

    /** Writes a text, if it is not there, or has one of two ids. @returns whether it was written */
    async exchangeText(name: string, id: string, content: string, before: string): Promise<boolean> {
      const rows = await change(
        `INSERT INTO deploy_texts VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET id = excluded.id, content = excluded.content
         WHERE deploy_texts.id IN (?3, ?5) RETURNING id`,
        name,
        id,
        content,
        before,
      );
      return rows.length > 0;
    },

    /** Writes a text that is there with its id. */
    renewText: (name: string, id: string, content: string) =>
      change('UPDATE deploy_texts SET content = ?4 WHERE worker = ?1 AND name = ?2 AND id = ?3', name, id, content),

    removeText: (name: string, id: string) =>
      change('DELETE FROM deploy_texts WHERE worker = ?1 AND name = ?2 AND id = ?3', name, id),

    /** Newest first. */
    generations: (): Promise<StoredGeneration[]> =>
      query(
        generationSchema,
        'SELECT build, version, deployed_at FROM deploy_generations WHERE worker = ?1 ORDER BY deployed_at DESC, rowid DESC',
        [worker],
      ),

    /** A generation is listed once its manifest is complete. */
    async writeGeneration(build: string, version: string, manifest: string): Promise<void> {
      const packed = gzipSync(manifest).toString('base64');
      await change('DELETE FROM deploy_manifests WHERE worker = ?1 AND build = ?2', build);
      for (let part = 0; part * PART_LENGTH < packed.length; part += 1)
        await change(
          'INSERT INTO deploy_manifests VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET content = excluded.content',
          build,
          part,
          packed.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH),
        );
      await change(
        'INSERT INTO deploy_generations VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET version = excluded.version',
        build,
        version,
        new Date().toISOString(),
      );
    },

    async manifest(build: string): Promise<string> {
      const select = 'SELECT content FROM deploy_manifests WHERE worker = ?1 AND build = ?2 AND part = ?3';
      const parts: string[] = [];
      for (;;) {
        const [row] = await query(z.object({ content: z.string() }), select, [worker, build, parts.length]);
        if (!row) break;
        parts.push(row.content);
        if (row.content.length < PART_LENGTH) break;
      }
      return parts.length ? gunzipSync(Buffer.from(parts.join(''), 'base64')).toString() : '';
    },

    setDeployed: (build: string) =>
      change(
        'UPDATE deploy_generations SET deployed_at = ?3 WHERE worker = ?1 AND build = ?2',
        build,
        new Date().toISOString(),
      ),

    async removeGeneration(build: string): Promise<void> {
      await change('DELETE FROM deploy_generations WHERE worker = ?1 AND build = ?2', build);
      await change('DELETE FROM deploy_manifests WHERE worker = ?1 AND build = ?2', build);
    },
  };
}

export type StateDatabase = ReturnType<typeof stateDatabase>;
