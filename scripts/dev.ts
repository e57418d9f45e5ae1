/** `npm run dev`: every host by name while you write, such as http://ru.velvet.example.localhost:4321/. */
import './tell-mistakes.ts';
import { dev } from 'astro';

import { readPort } from './read-port.ts';

await dev({ server: { port: readPort() } });
