/** `npm run dev [-- --date 2026-11-22]`: every host by name while you write, such as http://ru.velvet.example.localhost:4321/. */
import './lib/options/site-option.ts';
import { parseArgs } from 'node:util';

import { dev } from 'astro';

import { readPort } from './lib/options/read-port.ts';
import { setDate } from './lib/options/set-date.ts';

setDate(parseArgs({ options: { date: { type: 'string' } } }).values.date);
await dev({ server: { port: readPort() } });
