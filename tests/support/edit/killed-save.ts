/** Saves edits in a process of its own, which kills itself before its n-th change of the file system: `killed-save.ts <n> <folders> <edits>`. */
import fs from 'node:fs';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';

import type { Edit } from '../../../src/edit/protocol.ts';
import type { Folders } from '../../../src/edit/workspace.ts';

const [killAt, folders, edits] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [
  number,
  Folders,
  Edit[],
];
const { Editor } = await import('../../../src/edit/editor.ts');
const { Workspace } = await import('../../../src/edit/workspace.ts');
const { env, site } = await Workspace.open(process.env);
// A killed process stores no compiled code at its end.
flushCompileCache();
const editor = new Editor(new Workspace(env, site, folders), ['en', 'de', 'fr']);

let count = 0;
for (const name of [
  'mkdirSync',
  'openSync',
  'writeFileSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'rmSync',
] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]): unknown => {
      count += 1;
      if (count === killAt) {
        // Half of a file may be written.
        if (name === 'writeFileSync') original(args[0], String(args[1]).slice(0, String(args[1]).length / 2));
        process.kill(process.pid, 'SIGKILL');
      }
      return original(...args);
    },
  });
}
syncBuiltinESMExports();
editor.save(edits, {});
