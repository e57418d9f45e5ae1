import type { LogEvent } from 'kysely';

import type { Env } from '../config/env.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';

/**
 * The database that the settings name, or the embedded one.
 * @param onError is told of connections that break while nobody uses them; the next query takes a new one
 * @param onStatement is told of each statement and the time it took, or of its error
 * @throws UserError where it cannot be reached, is too old, or belongs to another process
 */
export const openDatabase = (
  env: Env,
  onError: (error: Error) => void,
  onStatement?: (event: LogEvent) => void,
): Promise<Database> =>
  env.DATABASE_URL ? openPostgres(env.DATABASE_URL, onError, onStatement) : openEmbedded(env.DATA_DIR, onStatement);
