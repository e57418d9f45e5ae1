import type { BlockPageData, CheckAnswer } from '../../page-data.ts';
import type { Edit } from '../../protocol.ts';
import { request, showStatus } from '../request.ts';
import type { Panel } from './language-panel.ts';

/** Time without a key after which texts are checked. */
const PAUSE_MS = 250;

/** Shows the problems of the fields while texts are written. */
export function createProblemCheck({ block, languages }: BlockPageData, panels: ReadonlyMap<string, Panel>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const check = async (edits: Edit[]): Promise<void> => {
    running?.abort();
    const current = (running = new AbortController());
    try {
      const { problems } = await request<CheckAnswer>('check', { edits }, current.signal);
      for (const { lang, file } of languages) {
        // An edit that is refused names its file only.
        const own = problems.filter((problem) =>
          problem.lang ? problem.lang === lang && problem.block === block : problem.file === file,
        );
        panels.get(lang)!.showProblems(own);
      }
    } catch (error) {
      if (!current.signal.aborted) showStatus(String(error));
    }
  };
  const showSaved = (): void => {
    for (const { lang, problems } of languages) panels.get(lang)!.showProblems(problems);
  };
  showSaved();

  return (edits: Edit[]): void => {
    clearTimeout(timer);
    running?.abort();
    if (edits.length) timer = setTimeout(() => void check(edits), PAUSE_MS);
    else showSaved();
  };
}
