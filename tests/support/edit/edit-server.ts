import { type Project } from '../runnable-project-copy.ts';
import { type StartedServer, startServer } from '../serving/start-server.ts';

/** The editor of a project. */
export interface EditServer extends StartedServer {
  /** Such as `http://edit.localhost:4321`. */
  origin: string;
}

export async function startEditor(project: Project, settings: Record<string, string> = {}): Promise<EditServer> {
  const server = await startServer(project.dir, ['scripts/dev.ts'], /http:\/\/127\.0\.0\.1:(\d+)\//, {
    ...project.env,
    ...settings,
  });
  const { body } = await server.ask('localhost:PORT', '/');
  const [, port] = /localhost:(\d+)/.exec(body)!;
  return { ...server, origin: `http://edit.localhost:${port}` };
}
