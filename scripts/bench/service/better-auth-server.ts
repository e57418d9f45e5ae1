// better-auth as it comes: its hashes, its tables, its routes. A process of its own, started by `npm run bench:service`.
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { Pool } from 'pg';

import { serve } from '../../lib/listen/listen-until-signal.ts';

const database = new Pool({ connectionString: process.env.DATABASE_URL });
const auth = betterAuth({
  database,
  emailAndPassword: { enabled: true },
  // Its limits would refuse nearly all requests.
  rateLimit: { enabled: false },
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
console.log(await serve({ PORT: 0, LISTEN: '127.0.0.1' }, toNodeHandler(auth), { close: () => database.end() }));
