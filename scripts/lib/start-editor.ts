import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { UserError } from '../../src/shared/user-error.ts';

interface RunningEditor {
  /** Such as `http://edit.localhost:4321`. */
  origin: string;
  stop: () => Promise<void>;
}

/** Starts the dev server of a copy of the project, with its editor, on a free port. @throws UserError where it ends */
export async function startEditor(cwd: string, settings: Record<string, string> = {}): Promise<RunningEditor> {
  const server = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd,
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((done, fail) => {
    server.stdout.on('data', (chunk) => {
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(String(chunk)) ?? [];
      if (found) done(found);
    });
    server.once('exit', () => fail(new UserError('The dev server has ended. Run it to see why: npm run dev')));
  });
  return {
    origin: `http://edit.localhost:${port}`,
    stop: async () => {
      if (server.exitCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}
