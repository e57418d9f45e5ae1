/** `npm start`: the built site and its service on http://localhost:4321/, every host by name, such as http://ru.velvet.example.localhost:4321/. */
import './lib/options/site-option.ts';

// Loading the service takes seconds, and a new database some more.
if (process.stdout.isTTY) console.log('Starting the site and its service …');
const { runSite } = await import('./lib/listen/run-site.ts');
await runSite();
