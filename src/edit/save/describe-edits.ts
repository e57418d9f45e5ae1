import type { Edit, TextKey } from '../protocol.ts';

/** Subject of a commit. @example 'Change rules adults-only in de, fr' */
export function describeEdits(edits: Edit[]): string {
  const groups = Map.groupBy(edits, (edit) =>
    [VERBS[edit.type], ...('key' in edit ? [nameOf(edit.key)] : [])].join(' '),
  );
  const phrases = [...groups].map(([start, group]) => {
    const blocks = [
      ...new Set(group.flatMap((edit) => ('block' in edit ? edit.block : edit.type === 'add' ? (edit.id ?? []) : []))),
    ];
    const languages = [
      ...new Set(group.flatMap((edit) => ('lang' in edit ? edit.lang : edit.type === 'create' ? edit.languages : []))),
    ];
    const named = blocks.length > MAX_NAMES ? `${blocks.length} blocks` : blocks.join(', ');
    return [start, named, languages.length && `in ${languages.join(', ')}`].filter(Boolean).join(' ');
  });
  const subject = phrases
    .map((phrase, index) => (index ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : phrase))
    .join('; ');
  return subject.length > MAX_LENGTH ? `${subject.slice(0, MAX_LENGTH - 2)} …` : subject;
}

const MAX_NAMES = 3;
const MAX_LENGTH = 100;

const VERBS: Record<Edit['type'], string> = {
  set: 'Change',
  accept: 'Accept',
  add: 'Add to',
  move: 'Move in',
  remove: 'Remove from',
  split: 'Split in',
  meaning: 'Note a change of',
  note: 'Write notes of',
  create: 'Create',
  language: 'Add language',
};

const nameOf = ({ kind, scope, name }: TextKey): string => {
  if (kind === 'words') return 'words';
  return `${scope === 'shared' ? '' : `${scope} `}${kind === 'article' ? 'article ' : ''}${name}`;
};
