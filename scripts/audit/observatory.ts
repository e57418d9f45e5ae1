import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { Requests } from '@mdn/mdn-http-observatory/src/types.js';

// The package downloads the HSTS preload list in an install script, which this project does not run. No host is on that list, so an empty
// list gives the same grade.
const preloadList = 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json';
if (!existsSync(preloadList)) {
  mkdirSync('node_modules/@mdn/mdn-http-observatory/conf', { recursive: true });
  writeFileSync(preloadList, '{}');
}

interface Grade {
  grade: string;
  score: number;
  /** Results that cost points. */
  faults: string[];
}

/**
 * Grades a response like MDN's HTTP Observatory, locally. It assumes HTTPS and a redirect from HTTP, which the server in front provides.
 * @param headers names in lower case
 */
export function gradeHeaders(host: string, headers: Record<string, string>, html: string): Grade {
  const requests = new Requests(host);
  const response = { status: 200, headers, verified: true, httpEquiv: new Map(), data: html };
  const redirects = [
    { url: new URL(`http://${host}/`), status: 301 },
    { url: new URL(`https://${host}/`), status: 200 },
  ];
  Object.assign(requests.responses, { auto: response, http: response, https: response, cors: response });
  Object.assign(requests.responses, { httpRedirects: redirects, httpsRedirects: redirects });
  requests.resources.path = html;
  Object.assign(requests, { session: { url: new URL(`https://${host}/`), redirectHistory: redirects, response } });
  const modifiers = ALL_TESTS.map((test) => test(requests)).map(({ result }) => ({
    result,
    points: getScoreModifier(result),
  }));
  const sum = (list: { points: number }[]): number => list.reduce((total, { points }) => total + points, 100);
  const faults = modifiers.filter(({ points }) => points < 0);
  const uncurved = sum(faults);
  const { score, grade } = getGradeForScore(uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(modifiers) : uncurved);
  return { grade, score, faults: faults.map(({ result }) => result) };
}
