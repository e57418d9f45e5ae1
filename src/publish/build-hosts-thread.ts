import { work } from './build-hosts.ts';
import { answer } from './thread.ts';

await answer(work);
