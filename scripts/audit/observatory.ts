import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { Requests } from '@mdn/mdn-http-observatory/src/types.js';

// The package downloads the browsers' HSTS preload list when it is installed, which this project does not let it do. No host
// of ours is on that list, so an empty one gives the same grade.
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
 * Grades an answer as MDN's HTTP Observatory does, without asking it: the site is taken to be reached by HTTPS, and HTTP to be
 * redirected there, which is the work of the server in front.
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
