import { once } from 'node:events';
import { connect, createServer, type ListenOptions, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

/** Passes each connection on. @param open connects to where connections lead */
export async function forward(listen: ListenOptions, open: () => Socket): Promise<Server> {
  const server = createServer((from) => {
    const to = open();
    from.pipe(to).pipe(from);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  server.listen(listen);
  await once(server, 'listening');
  return server;
}

/** A port of loopback, or a socket in a file. */
const placeOf = (text: string): ListenOptions & NetConnectOpts =>
  text.startsWith('/') ? { path: text } : { host: '127.0.0.1', port: Number(text) };

// As a program: forward.ts <from> <to>
if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [from, to] = process.argv.slice(2) as [string, string];
  await forward(placeOf(from), () => connect(placeOf(to)));
  console.log('ready');
}
