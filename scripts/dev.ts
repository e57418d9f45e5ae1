/** `npm run dev`: every host by name while you write, such as http://ru.velvet.example.localhost:4321/. */
import './lib/report-user-errors.ts';
import { dev } from 'astro';

import { readPort } from './lib/read-port.ts';

await dev({ server: { port: readPort() } });
