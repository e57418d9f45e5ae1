import { forgetResults } from '../../shared/memoize.ts';
import { forgetTexts } from '../../site/markdown/content-folder.ts';

let isOutdated = false;

/** Notes that texts have changed. */
export const noteChange = (): void => void (isOutdated = true);

/** Forgets texts that have changed since this process read them. */
export function refreshTexts(): void {
  if (!isOutdated) return;
  isOutdated = false;
  forgetResults();
  forgetTexts(undefined);
}
