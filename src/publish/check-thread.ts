import { check } from './check.ts';
import { answer } from './thread.ts';

await answer(check);
