import type { StaleTranslation } from '../../check/translations/translations-lock.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import { lookUp } from '../../shared/required.ts';
import { directionOf } from '../../site/i18n/site-language.ts';
import { hashOf } from '../files/disk.ts';
import { lockOf, WORDS } from '../files/folders.ts';
import { withLineFeeds } from '../files/line-ends.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { BlockInLanguage, BlockSummary, TextInfo, TextKey } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';
import { linkProblemsOf } from './link-problems.ts';
import { type BlockProblem, originalOf, problemsOf, toBlockProblems } from './problems.ts';
import { staleOf } from './stale.ts';
import { type EditableBlock, readTexts, recordedId, type TextInLanguage } from './text-in-language.ts';
import { hasForm, keysOf } from './words.ts';

/** Ids of the blocks of a text: those of the original in its order, and behind them those that only other languages have. */
function blockIdsIn(key: TextKey, texts: TextInLanguage[]): string[] {
  if (key.kind !== 'words') return [...new Set(texts.flatMap(({ blocks }) => blocks.map(({ id }) => id)))];
  const [original, ...others] = texts.map(({ blocks }) => new Map(blocks.map((block) => [block.id, block])));
  return keysOf(original ?? new Map(), others);
}

interface TextState {
  texts: TextInLanguage[];
  stale: StaleTranslation[];
  problems: BlockProblem[];
}

/** States by the hashes of all files that they depend on: a page of a block is often followed by that of the next. */
const statesIn = cachedBy((_workspace: Workspace) => new Map<string, TextState>());
const MAX_STATES = 20;

/** What is stale and wrong in a text. */
export function stateOf(draft: Draft, key: TextKey, languages: string[]): TextState {
  const state = knownState(draft, key, languages);
  const links = toBlockProblems(
    linkProblemsOf(draft, state.texts),
    state.texts,
    originalOf(draft, key, state.texts),
    true,
  );
  return { ...state, problems: [...state.problems, ...links] };
}

/** What needs the files of the text alone. */
function knownState(draft: Draft, key: TextKey, languages: string[]): TextState {
  const { workspace } = draft;
  const states = statesIn(workspace);
  const texts = readTexts(draft, key, languages);
  const files = [...texts.map(({ file }) => file), lockOf(draft.folders)];
  const id = JSON.stringify([key, workspace.site.day, files.map((file) => [file, hashOf(draft.read(file) ?? '')])]);
  const known = states.get(id);
  if (known) return known;
  const state = { texts, stale: staleOf(draft, key, texts), problems: problemsOf(draft, key, texts) };
  states.set(id, state);
  const [oldest] = states.keys();
  if (oldest !== undefined && states.size > MAX_STATES) states.delete(oldest);
  return state;
}

/** A text with the state of its blocks; undefined where no language has it. */
export function describeText(draft: Draft, key: TextKey, languages: string[]): TextInfo | undefined {
  const { texts, ...state } = stateOf(draft, key, languages);
  const [model] = texts;
  if (!model) return undefined;
  const stale = Map.groupBy(state.stale, ({ id }) => id);
  const problems = Map.groupBy(state.problems, ({ block }) => block);
  const summaryOf = (id: string, type: BlockSummary['type'], label: string): BlockSummary => ({
    id,
    type,
    label,
    stale: stale.get(recordedId(id) ?? '')?.map(({ lang }) => lang) ?? [],
    problems: problems.get(id)?.length ?? 0,
  });
  const ids = blockIdsIn(key, texts);
  const known = new Map(texts.toReversed().flatMap((text) => text.blocks.map((block) => [block.id, block])));
  const blocks = ids.map((id) => {
    const block = lookUp(known, id);
    return summaryOf(id, block.type, labelOf(block));
  });
  const recorded = new Set(ids.map(recordedId));
  // The original has lost these.
  const lost = [...stale.entries()].filter(([id]) => !recorded.has(id));
  return {
    key,
    title: titleOf(key, model),
    languages: texts.map(({ lang }) => lang),
    blocks: [...blocks, ...lost.map(([id, [{ before = '' } = {}]]) => summaryOf(id, 'paragraph', shorten(before)))],
  };
}

/** A block in each language that has the text. */
export function describeBlock(draft: Draft, key: TextKey, id: string, languages: string[]): BlockInLanguage[] {
  const { texts, ...state } = stateOf(draft, key, languages);
  const stale = state.stale.filter((block) => block.id === recordedId(id));
  const problems = state.problems.filter(({ block }) => block === id);
  return texts
    .filter(({ lang }) => key.kind !== 'words' || hasForm(draft.workspace.site.folder, lang, id))
    .map(({ lang, file, blocks }) => {
      const text = blocks.find((block) => block.id === id)?.text;
      const older = stale.find((block) => block.lang === lang);
      return {
        lang,
        dir: directionOf(draft.workspace.site.folder, lang),
        file,
        text: text === undefined ? undefined : withLineFeeds(text),
        stale: older !== undefined,
        originalBefore: older?.before,
        problems: problems.filter((problem) => problem.lang === lang),
        fileHash: hashOf(draft.readDisk(file) ?? ''),
      };
    });
}

/** The title of a text: that of an article, else the name. */
const titleOf = ({ kind, name }: TextKey, { blocks }: TextInLanguage): string =>
  kind === 'words' ? WORDS.name : (blocks.find(({ id }) => id === 'field:title')?.text ?? name);

/** The bold beginning of a rule, the heading of a section, the name of a field or translation, else the first words. */
function labelOf({ id, type, text }: EditableBlock): string {
  if (type === 'word') return id;
  if (type === 'field') return id.replace('field:', '');
  return shorten(/^(?:\*\*(.+?)\*\*|#+\s+(.+))/.exec(text)?.slice(1).find(Boolean) ?? text);
}

const LABEL_LENGTH = 60;

function shorten(text: string): string {
  const plain = text
    .replaceAll(/[*_`#>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > LABEL_LENGTH ? `${plain.slice(0, LABEL_LENGTH).replace(/\s\S*$/, '')} …` : plain;
}
