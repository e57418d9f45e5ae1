import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';
import { expect } from 'vitest';

import { GESTURE_MS, LINE_PX } from '../../../src/islands/chat/room/use-message-scroll.ts';
import { chatEntry, type TestUser } from '../service/chat/chat-test-user.ts';
import type { TestService } from '../service/test-service.ts';
import type { Evaluate } from './alert-signs.ts';

/** The commands of a page that the steps need. */
interface LogPage {
  evaluate: Evaluate;
  resize: (width: number, height: number) => Promise<void>;
}

const ROOM = 'en.lounge';
const WRITERS = 5;
/** A person may send this many messages at once. */
const SENT_EACH = 15;
const SIZES: [width: number, height: number][] = [
  [390, 844],
  [844, 390],
  [320, 640],
  [1280, 800],
  [1024, 500],
];

/** A log in a page. */
interface LogState {
  /** Whether it says that the latest message is in sight. */
  isPinned: boolean;
  height: number;
  /** Pixels to its beginning and to its end. */
  above: number;
  left: number;
  /** Pixels from its edge to the rows whose beginning is in sight, or to the row that fills it, by `seq`. */
  inSight: Record<string, number>;
  /** The same of all rows. */
  rows: Record<string, number>;
}

interface Scene {
  page: LogPage;
  say: (text: string) => Promise<unknown>;
  /** Edits or deletes a message. */
  change: (name: 'edit' | 'delete', pick: number, text?: string) => Promise<unknown>;
}

/** What changes the log. A number from 0 to 1 picks how. */
const steps: Record<string, (scene: Scene, pick: number) => Promise<unknown>> = {
  'lines in the composer': ({ page }, pick) => page.evaluate(write, 'line\n'.repeat(pick * 9)),
  'a long draft': ({ page }, pick) => page.evaluate(write, 'word '.repeat(pick * 120)),
  'another size of the window': ({ page }, pick) => page.resize(...SIZES[Math.floor(pick * SIZES.length)]!),
  'another size of text': ({ page }, pick) => page.evaluate(setTextSize, pick < 0.5 ? 100 : 130),
  'a message': ({ say }, pick) => say('word '.repeat(1 + pick * 60)),
  'an edited message': ({ change }, pick) => change('edit', pick, 'longer '.repeat(1 + pick * 80)),
  'a deleted message': ({ change }, pick) => change('delete', pick),
};
/** Movements of the user. */
const movements: typeof steps = {
  'a movement': ({ page }, pick) => page.evaluate(turnWheel, (pick - 0.6) * 3000),
  'a long movement': ({ page }, pick) => page.evaluate(turnWheel, (pick - 0.5) * 12_000),
  'the button to the end': ({ page }) => page.evaluate(pressToEnd, undefined),
};

/** Fills a room with more than a page of history. @returns what has a page with the room open take random steps */
export function logSteps(): (service: TestService) => Promise<(page: LogPage) => Promise<void>> {
  const enter = chatEntry();
  return async (service) => {
    const writers: TestUser[] = [];
    for (let number = 0; number < WRITERS; number += 1)
      writers.push(await enter((await service.addUser()).visitor, ROOM));
    const sent: { by: TestUser; seq: number }[] = [];
    const say: Scene['say'] = async (text) => {
      const by = writers[sent.length % WRITERS]!;
      sent.push({ by, seq: (await by.say(ROOM, `${text}${sent.length}`)).seq });
    };
    const change: Scene['change'] = async (name, pick, text) => {
      const { by, seq } = sent[Math.floor(pick * sent.length)]!;
      // A deleted message cannot be changed again.
      await by.try(name, { room: ROOM, seq, ...(text && { text }) });
    };
    for (let number = 0; number < WRITERS * SENT_EACH; number += 1) await say('word '.repeat(1 + ((number * 7) % 40)));
    return (page) => takeSteps({ page, say, change });
  };
}

/** After each step a log at its end is there within a pixel, and else a row in sight is where it was, or in sight where the log is too low for that place. */
async function takeSteps(scene: Scene): Promise<void> {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));
  const all = { ...steps, ...movements };
  const pick = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const taken = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(all)), pick), {
    seed,
    numRuns: Number(process.env['STEPS'] ?? 40),
  });
  const { evaluate } = scene.page;
  let before = await evaluate(settledLog, undefined);
  for (const [number, [name, picked]] of taken.entries()) {
    await all[name]!(scene, picked);
    const after = await evaluate(settledLog, undefined);
    const story = `SEED=${seed}, step ${number}, ${name}: ${JSON.stringify({ before: before.inSight, after })}`;
    if (name in steps && before.isPinned) expect(after.isPinned && after.left <= 1, story).toBe(true);
    // At its beginning, a log cannot follow a row, and returns to the place that the user chose once it can.
    if (name in steps && !after.isPinned && before.above > 0 && after.above > 0)
      expect(
        Object.entries(before.inSight).some(([seq, top]) =>
          top > after.height - LINE_PX ? seq in after.inSight : Math.abs(after.rows[seq]! - top) <= 1,
        ),
        story,
      ).toBe(true);
    before = after;
    if (name in steps) continue;
    // For a moment after a gesture, movements of the log are the user's.
    await sleep(GESTURE_MS + 100);
    before = await evaluate(settledLog, undefined);
  }
}

/** Waits until the log has stood still for some frames. Runs in the page: it may use nothing from outside. */
async function settledLog(): Promise<LogState> {
  const look = (): LogState => {
    const log = document.querySelector('[role=log]')!;
    const edge = log.getBoundingClientRect().top;
    const all = [...log.querySelectorAll<HTMLElement>('article[data-seq]')].map((row): [seq: string, top: number] => [
      row.dataset['seq']!,
      row.getBoundingClientRect().top - edge,
    ]);
    const shown = all.filter(([, top]) => top < log.clientHeight);
    const begun = shown.filter(([, top]) => top >= 0);
    return {
      isPinned: !document.querySelector('.to-end'),
      height: log.clientHeight,
      above: log.scrollTop,
      left: log.scrollHeight - log.clientHeight - log.scrollTop,
      inSight: Object.fromEntries(begun.length ? begun : shown.slice(-1)),
      rows: Object.fromEntries(all),
    };
  };
  let last = look();
  for (let still = 0, frames = 0; still < 8 && frames < 300; frames += 1) {
    await new Promise(requestAnimationFrame);
    const next = look();
    still = JSON.stringify(next) === JSON.stringify(last) ? still + 1 : 0;
    last = next;
  }
  return last;
}

/** Runs in the page. */
function write(text: string): void {
  const area = document.querySelector('textarea')!;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, text.slice(0, 2000));
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Runs in the page. */
function setTextSize(percent: number): void {
  document.documentElement.style.fontSize = `${percent}%`;
}

/** Runs in the page. */
function turnWheel(by: number): void {
  const log = document.querySelector('[role=log]')!;
  log.dispatchEvent(new WheelEvent('wheel', { deltaY: by, bubbles: true }));
  log.scrollBy({ top: by, behavior: 'instant' });
}

/** Runs in the page. */
function pressToEnd(): void {
  document.querySelector<HTMLElement>('.to-end')?.click();
}
