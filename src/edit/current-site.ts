import { outputOf } from '../output/folders.ts';
import { today } from '../shared/today.ts';
import type { Site } from '../site/editions/editions.ts';
import { openSite, readSiteOptions, renewed } from '../site/open-site.ts';
import { readTelemetry } from '../telemetry/settings.ts';

let site = await openSite(readSiteOptions(process.env));
let isOutdated = false;

/** Settings of the builds that the editor starts. */
export const telemetry = readTelemetry(process.env);

/** Where its builds lie. */
export const output = outputOf(site.root);

/** The site as a request began to read it. It shows drafts. */
export const currentSite = (): Site => site;

/** Notes that texts have changed: the next request reads them again. */
export const noteChange = (): void => void (isOutdated = true);

/** Reads texts again that have changed since. */
export function refreshSite(): void {
  const day = today(process.env);
  if (isOutdated || site.day !== day) site = renewed(site, day);
  isOutdated = false;
}
