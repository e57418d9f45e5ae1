import { fileURLToPath } from 'node:url';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const CHAT = fileOf('chat/chat.tsx');
const FORM = fileOf('auth/auth-form.tsx');

/** Gathers the modules that every visit of the chat needs in one script: many small scripts compress worse, by 2 kB. */
export const scriptChunks = {
  groups: [
    {
      name: (id: string, modules: Modules) =>
        staticImports(CHAT, modules).has(id) && staticImports(FORM, modules).has(id) ? 'island' : null,
      priority: 2,
    },
    { name: (id: string, modules: Modules) => (staticImports(CHAT, modules).has(id) ? 'chat' : null), priority: 1 },
  ],
};

const known = new WeakMap<Modules, Map<string, Set<string>>>();

/** The modules that an entry imports before any `import()`, itself included. */
function staticImports(entry: string, modules: Modules): Set<string> {
  const byEntry = known.get(modules) ?? new Map<string, Set<string>>();
  known.set(modules, byEntry);
  const found = byEntry.get(entry) ?? new Set<string>();
  if (byEntry.has(entry)) return found;
  byEntry.set(entry, found);
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  add(entry);
  return found;
}
