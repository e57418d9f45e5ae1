import { fileURLToPath } from 'node:url';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null;
}

const fileOf = (path: string): string => fileURLToPath(import.meta.resolve(path));

const RENDERER = fileOf('./hydrate-react.ts');
const CHAT = fileOf('./chat/page/chat.tsx');
const ROOM = fileOf('./chat/room/room-body.tsx');
const MESSAGES = fileOf('./chat/room/message-list.tsx');
const FORM = fileOf('./auth/auth-form.tsx');

type ChunkName = 'island' | 'chat' | 'room' | 'messages';

/** A group takes along the imports of its modules, unless a group of higher priority has it. */
const group = (chunk: ChunkName, priority: number) => ({
  name: (id: string, modules: Modules) => (chunkOf(id, modules) === chunk ? chunk : null),
  priority,
});

/**
 * Gathers modules that are always loaded together in one script, because many small scripts compress worse: those of every island, those of
 * the chat, those of rooms, and those of messages.
 */
export const chunkGroups = {
  groups: [group('island', 4), group('chat', 3), group('room', 2), group('messages', 1)],
};

function chunkOf(id: string, modules: Modules): ChunkName | undefined {
  const isIn = (entry: string): boolean => staticImports(entry, modules).has(id);
  if ([RENDERER, CHAT, FORM].filter(isIn).length > 1) return 'island';
  if (isIn(CHAT)) return 'chat';
  if (!isIn(ROOM)) return isIn(MESSAGES) ? 'messages' : undefined;
  // A module that lazy scripts of the lobby share with rooms must not bring the rooms along.
  return lazyScripts(modules).some(isIn) ? 'chat' : 'room';
}

/** The scripts that the chat imports later, without a room. */
const lazyScripts = (modules: Modules): string[] =>
  [...staticImports(CHAT, modules)]
    .flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => id !== ROOM && id !== MESSAGES);

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
