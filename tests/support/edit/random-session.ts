import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect } from 'vitest';

import { Editor } from '../../../src/edit/editor.ts';
import type { Edit, TextKey } from '../../../src/edit/protocol.ts';
import { blocksOf } from '../../../src/site/markdown/blocks.ts';
import type { Source } from '../../../src/site/site-folder.ts';
import { noFolder } from '../configured-site.ts';
import { editedProject, type EditedProject, RULES } from './edited-project.ts';

const LANGUAGES = ['en', 'de', 'fr'] as const;
type Lang = (typeof LANGUAGES)[number];
const NEWS: TextKey = { kind: 'article', scope: 'shared', name: 'news' };
const FIELDS = 'description: "A sentence that is long enough to tell a search engine something."\n';

/** Each language has line ends, a mark and an end of its own. */
const STYLES: Record<Lang, { end: string; mark: string; last: string }> = {
  en: { end: '\n', mark: '', last: '\n' },
  de: { end: '\r\n', mark: '\uFEFF', last: '' },
  fr: { end: '\n', mark: '', last: '\n\n' },
};

/** A block in all languages, as it stands in the files without number and id. */
interface ModelBlock {
  id: string | undefined;
  raw: Record<Lang, string>;
}

const EXTRAS = ['', '  ', ' `a  b`', '  \n   second line', ' [a](/rules "b")', ' \\* &amp; 😀'];

const blockOf = (id: string | undefined, number: number): ModelBlock => ({
  id,
  raw: mapLanguages(
    (lang) => `**${lang} ${number}.** Word${EXTRAS[(number + lang.length) % EXTRAS.length]} end ${number}`,
  ),
});

const mapLanguages = <Value>(valueOf: (lang: Lang) => Value): Record<Lang, Value> =>
  Object.fromEntries(LANGUAGES.map((lang) => [lang, valueOf(lang)])) as Record<Lang, Value>;

const fileOf = (key: TextKey, lang: string): string =>
  key === RULES ? `documents/shared/${lang}/rules.md` : `blog/shared/${lang}/news.md`;

/** Writes texts as editors write them by hand. */
function textOf(key: TextKey, lang: Lang, blocks: ModelBlock[]): string {
  const { end, mark, last } = STYLES[lang];
  const fields = key === RULES ? `${FIELDS}updated: 2026-01-02` : `title: News\n${FIELDS}date: 2026-01-02`;
  const rows = blocks.map(({ id, raw }, index) => (id ? `${index + 1}. ${raw[lang]} {#${id}}` : raw[lang]));
  const body = key === RULES ? `Intro.\n\n\n${rows.join('\n')}` : rows.join('\n\n');
  return mark + `---\n${fields}\n---\n\n${body}`.replaceAll('\n', end) + last;
}

/** A random edit, or what else may happen in a session. */
export const randomStep = fc.record({
  type: fc.constantFrom('set', 'retitle', 'add', 'move', 'remove', 'split', 'foreign', 'undo', 'accept'),
  isRules: fc.boolean(),
  place: fc.nat(),
  target: fc.nat(),
  lang: fc.constantFrom(...LANGUAGES),
  number: fc.integer({ min: 100, max: 999 }),
});
type RandomStep = typeof randomStep extends fc.Arbitrary<infer Value> ? Value : never;
type Step = Omit<RandomStep, 'type'> & { type: RandomStep['type'] | 'kill' };

/** A random step, of which some are saves in a process that is killed. Its start takes long. */
export const randomStepOrKill: fc.Arbitrary<Step> = fc.oneof(
  { weight: 25, arbitrary: randomStep },
  { weight: 1, arbitrary: randomStep.map((step) => ({ ...step, type: 'kill' as const })) },
);

/** Changes of the file system before a save is killed: some more than the longest save makes. */
const MAX_KILL_AT = 60;

/** A session of edits beside a model of what the files have to be. */
export class RandomSession {
  readonly project: EditedProject;
  readonly models = new Map<TextKey, ModelBlock[]>();
  /** Model before each save. */
  readonly steps: Map<TextKey, ModelBlock[]>[] = [];
  edits = 0;
  kills = { old: 0, new: 0 };
  #count = 0;

  constructor(size: number) {
    const list = Array.from({ length: size }, (_, index) => index);
    this.models.set(
      RULES,
      list.map((index) => blockOf(`rule-id-${index}`, index)),
    );
    this.models.set(
      NEWS,
      list.map((index) => blockOf(undefined, index)),
    );
    const files = [RULES, NEWS].flatMap((key) =>
      LANGUAGES.map((lang) => [fileOf(key, lang), textOf(key, lang, this.models.get(key)!)]),
    );
    this.project = editedProject([...LANGUAGES], Object.fromEntries(files) as Record<string, string>);
  }

  run({ type, isRules, place, target, lang, number }: Step): void {
    const key = isRules ? RULES : NEWS;
    const blocks = this.models.get(key)!;
    const index = place % blocks.length;
    const block = blocks[index]!;
    const after = target % (blocks.length + 1) ? (target % (blocks.length + 1)) - 1 : undefined;
    const name = this.#name(key, index);
    const afterName = after === undefined ? undefined : this.#name(key, after);
    if (type === 'set' || type === 'retitle') {
      const old = block.raw[lang];
      const text =
        type === 'set' ? `${old} ${number}` : old.replace(/^(\*\*\w+ )?/, `**${number} `).replace('** **', '** ');
      this.#save([{ type: 'set', key, block: name, lang, text }], blocks.with(index, changed(block, lang, text)), key);
    } else if (type === 'add') {
      this.#count += 1;
      const id = isRules ? `new-${this.#count}` : undefined;
      const texts = { en: `New **${number}**`, ...(number % 2 && { de: `Neu ${number}` }) };
      const raw = mapLanguages((each) => (texts as Record<string, string>)[each] ?? texts.en);
      this.#save(
        [{ type: 'add', key, after: afterName, id, texts }],
        blocks.toSpliced((after ?? -1) + 1, 0, { id, raw }),
        key,
      );
    } else if (type === 'move') {
      if (after === index) return;
      const rest = blocks.toSpliced(index, 1);
      const to = after === undefined ? 0 : after < index ? after + 1 : after;
      this.#save([{ type: 'move', key, block: name, after: afterName }], rest.toSpliced(to, 0, block), key);
    } else if (type === 'remove') {
      if (blocks.length > 2) this.#save([{ type: 'remove', key, block: name }], blocks.toSpliced(index, 1), key);
    } else if (type === 'split') {
      this.#count += 1;
      const id = isRules ? `new-${this.#count}` : undefined;
      const at = mapLanguages((each) => block.raw[each].lastIndexOf(' ') + 1);
      if (LANGUAGES.some((each) => at[each] < 3)) return;
      const [first, second] = [0, 1].map((half) =>
        mapLanguages((each) => {
          const whole = block.raw[each];
          return (half ? whole.slice(at[each]) : whole.slice(0, at[each])).trim();
        }),
      ) as [Record<Lang, string>, Record<Lang, string>];
      const halves = [
        { id: block.id, raw: first },
        { id, raw: second },
      ];
      this.#save([{ type: 'split', key, block: name, id, at }], blocks.toSpliced(index, 1, ...halves), key);
    } else if (type === 'foreign') this.#changeOnDisk(key, index, lang, number);
    else if (type === 'kill') this.#saveAndKill(key, index, lang, number);
    else if (type === 'undo') this.#undo();
    else if (type === 'accept') this.#save([{ type: 'accept', key, block: name, lang }], blocks, key);
    this.check();
  }

  #name = (key: TextKey, index: number): string => this.models.get(key)![index]!.id ?? `paragraph ${index + 1}`;

  #save(edits: Edit[], after: ModelBlock[], key: TextKey): void {
    const before = this.project.files();
    const result = this.project.editor.save(edits, {});
    // Two words of Markdown can melt into another block; then nothing is saved.
    if (!('saved' in result)) {
      expect(result, JSON.stringify(edits)).toHaveProperty('refused');
      expect(this.project.files()).toEqual(before);
      return;
    }
    this.edits += 1;
    if (result.saved.length) this.steps.push(new Map(this.models));
    this.models.set(key, after);
  }

  /** Another program changes a block, of which a page has shown the text before. */
  #changeOnDisk(key: TextKey, index: number, lang: Lang, number: number): void {
    const [blocks, file] = [this.models.get(key)!, fileOf(key, lang)];
    const block = blocks[index]!;
    const other = blocks[(index + 1) % blocks.length]!;
    const { fileHash, file: path } = this.project.editor
      .block(key, this.#name(key, index))
      .find((each) => each.lang === lang)!;
    const end = STYLES[lang].end;
    const old = block.raw[lang];
    const text = `${old} disk${number}`;
    const whole = this.project.read(file);
    const start = placesOf(whole, blocks, lang)[index]!;
    this.project.write(
      file,
      whole.slice(0, start) + withEnd(text, end) + whole.slice(start + withEnd(old, end).length),
    );
    const next = blocks.with(index, changed(block, lang, text));
    this.models.set(key, next);
    // Saves before this cannot be undone at this place.
    this.steps.length = 0;
    const set = (at: number, mine: string): Edit => ({
      type: 'set',
      key,
      block: this.#name(key, at),
      lang,
      text: mine,
    });
    const before = this.project.files();
    expect(this.project.editor.save([set(index, `mine ${number}`)], { [path]: fileHash })).toMatchObject({
      conflicts: [{ base: old, theirs: text, mine: `mine ${number}` }],
    });
    expect(this.project.files()).toEqual(before);
    const at = (index + 1) % blocks.length;
    const mine = `${other.raw[lang]} own`;
    expect(this.project.editor.save([set(at, mine)], { [path]: fileHash })).toHaveProperty('saved');
    this.models.set(key, next.with(at, changed(next[at]!, lang, mine)));
    this.steps.push(new Map([...this.models, [key, next]]));
    this.edits += 1;
  }

  /** A process is killed while it saves all languages; the next editor finishes or discards the save. */
  #saveAndKill(key: TextKey, index: number, lang: Lang, number: number): void {
    const { folders } = this.project;
    const blocks = this.models.get(key)!;
    const block = blocks[index]!;
    const after = { ...block, raw: mapLanguages((each) => `${block.raw[each]} kill${number}`) };
    const edits = LANGUAGES.map((each): Edit => ({
      type: 'set',
      key,
      block: this.#name(key, index),
      lang: each,
      text: after.raw[each],
    }));
    const args = [1 + (number % MAX_KILL_AT), folders, edits].map((value) => JSON.stringify(value));
    const { signal, status } = spawnSync(process.execPath, ['tests/support/edit/killed-save.ts', ...args]);
    expect(signal ?? status).toBeOneOf(['SIGKILL', 0]);
    new Editor(this.project.workspace, [...LANGUAGES]).overview();
    const state = readFileSync(this.project.path(fileOf(key, lang)), 'utf8').includes(`kill${number}`) ? 'new' : 'old';
    if (signal) this.kills[state] += 1;
    if (state === 'old') return;
    this.edits += 1;
    this.models.set(key, blocks.with(index, after));
    // This session has not made that save, and cannot undo what it lies on.
    this.steps.length = 0;
  }

  #undo(): void {
    const before = this.steps.pop();
    if (!before) return;
    const result = this.project.editor.repeat('undo');
    expect(result).toHaveProperty('saved');
    for (const [key, blocks] of before) this.models.set(key, blocks);
  }

  /** The files have the blocks of the model and nothing else, byte for byte. */
  check(): void {
    for (const [key, blocks] of this.models) {
      for (const lang of LANGUAGES) {
        const text = readFileSync(this.project.path(fileOf(key, lang)), 'utf8');
        const { end, mark } = STYLES[lang];
        expect(text.startsWith(`${mark}---${end}`)).toBe(true);
        const source: Source = {
          ...key,
          kind: key === RULES ? 'document' : 'article',
          lang,
          file: 'a.md',
          folder: noFolder,
          text: text.replace(mark, ''),
          diagnostics: [],
          sha256: '',
        };
        const found = blocksOf(source).filter(({ type }) => key === NEWS || type === 'named');
        expect(found.map(({ id }) => id)).toEqual(blocks.map(({ id }) => id));
        placesOf(text, blocks, lang);
      }
    }
  }
}

/** Where the blocks of a model stand in a file, one behind the other with nothing but white space and numbers between them. */
function placesOf(text: string, blocks: ModelBlock[], lang: Lang): number[] {
  const { end } = STYLES[lang];
  const head = text.slice(0, text.indexOf(`${end}---${end}`) + 3 + 2 * end.length);
  let at = head.length + /^(\s*Intro\.(?=\s))?/.exec(text.slice(head.length))![0].length;
  const places = blocks.map(({ id, raw }) => {
    const whole = withEnd(raw[lang], end) + (id ? ` {#${id}}` : '');
    at += (id ? /^\s+\d+\. / : /^\s+/).exec(text.slice(at))?.[0].length ?? 0;
    expect(text.slice(at, at + whole.length)).toBe(whole);
    at += whole.length;
    return at - whole.length;
  });
  expect(text.slice(at)).toMatch(/^\s*$/);
  return places;
}

const withEnd = (text: string, end: string): string => text.replaceAll('\n', end);
const changed = (block: ModelBlock, lang: Lang, text: string): ModelBlock => ({
  ...block,
  raw: { ...block.raw, [lang]: text },
});
