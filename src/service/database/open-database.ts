import type { LogEvent } from 'kysely';

import type { Env } from '../config/env.ts';
import type { Database } from './database-handle.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';

/**
 * Opens the database of the settings, or the embedded database.
 * @param onError called when a connection breaks; the next query takes a new connection
 * @param onStatement called with each statement, its duration and its error
 * @throws UserError if the database is unreachable, too old, or used by another process
 */
export const openDatabase = (
  env: Env,
  onError: (error: Error) => void,
  onStatement?: (event: LogEvent) => void,
): Promise<Database> =>
  env.DATABASE_URL ? openPostgres(env.DATABASE_URL, onError, onStatement) : openEmbedded(env.DATA_DIR, onStatement);
