/** `npm start`: the built site on http://localhost:4321/, every host by name, such as http://ru.velvet.example.localhost:4321/. */
import './tell-mistakes.ts';
import { createServer } from 'node:http';

import { Mistake } from '../src/problems.ts';
import { siteListener } from '../src/publish/serve.ts';
import { errorReporter } from '../src/telemetry/errors/service.ts';
import { readPort } from './read-port.ts';

const port = readPort();
const server = createServer(siteListener('dist', await errorReporter()));
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  throw new Mistake(`Port ${port} is taken. Stop what uses it, or choose another: PORT=4322 npm start`, {
    cause: error,
  });
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  console.log(
    `http://localhost:${typeof address === 'object' ? address?.port : port}/ lists every edition. Ctrl+C stops.`,
  );
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
