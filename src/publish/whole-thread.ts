import { readLastManifest } from './manifest.ts';
import { answer } from './thread.ts';
import { wholeRoots } from './whole.ts';

await answer(() => wholeRoots(readLastManifest()));
