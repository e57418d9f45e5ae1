import { required } from '../../../src/shared/required.ts';
import { table } from '../../lib/markdown-table.ts';
import { formatNumber, medianOf } from '../lib/numbers.ts';
import type { MeasuredVisit } from './measure-visit.ts';
import type { LinkProfile } from './slow-link.ts';

export const links: LinkProfile[] = [
  { name: 'slow 3G', downKilobits: 400, upKilobits: 400, roundTripMs: 400 },
  { name: 'slow 4G', downKilobits: 1600, upKilobits: 750, roundTripMs: 150 },
];

export interface VisitFigure {
  profile: LinkProfile;
  runs: MeasuredVisit[];
}

const TIMES: [text: string, step: keyof MeasuredVisit][] = [
  ['first page (home): first paint', 'firstPage'],
  ['second page (rules): first paint', 'secondPage'],
  ['repeat visit (home): first paint', 'repeatVisit'],
  ['chat: text taken', 'chatText'],
  ['chat: composer complete', 'chat'],
  ['chat: messages shown', 'chatMessages'],
  ['chat with cached scripts: composer complete', 'chatAgain'],
];
const SIZES: typeof TIMES = [
  ['received for the first page', 'firstPageBytes'],
  ['received for the chat', 'chatBytes'],
];

export const visitTable = (figures: VisitFigure[]): string => {
  const medians = figures.map(medianOf<MeasuredVisit>);
  const row = ([text, step]: (typeof TIMES)[number], unit: string, decimals: number): string[] => [
    text,
    ...medians.map((measured) => `${formatNumber(measured[step] / 1000, decimals)} ${unit}`),
  ];
  return table(
    [
      ['until', ...figures.map(({ profile }) => profile.name)],
      ...TIMES.map((time) => row(time, 's', 2)),
      ...SIZES.map((size) => row(size, 'kB', 0)),
    ],
    ['until'],
  );
};

/** docs/benchmark-visit.md. */
export const visitPage = (figures: VisitFigure[], cores: number): string => `# Benchmark of visits

\`npm run bench:visit\` writes this page. Chromium visits the site over an emulated link; browser, link, nginx and service share ${cores} processor cores.

${visitTable(figures)}

Medians of ${required(figures[0], 'figure').runs.length} visits, in seconds after the request for the page.

- **The link** is a relay between browser and server (\`scripts/bench/visit/slow-link.ts\`), outside the browser: throttling in the browser leaves out handshakes and WebSockets.
  All connections share its rate, in the order of their packets. A handshake of TCP takes a round trip, each connection begins with slow start, packets have headers, and none is lost.
${figures.map(({ profile }) => `  ${describe(profile)}`).join('\n')}
  DNS takes no time.
- **The server** is nginx with the configuration of the build, TLS 1.3 and HTTP/2, before the service on its embedded database. The build is that of
  \`npm run build -- --compress best\`.
- **The floor** of a first paint is three round trips (TCP, TLS, page) and the bytes of handshake and page: 1.35 s on slow 3G.
- **First page** and **chat**: a browser without any file of the site, and without a connection. **Second page**: on the open connection. **Repeat visit** and **cached scripts**: a new
  connection, with the files of the visit before.
- **The chat** is that of a user who is signed in and was in a public room before. Text is taken when the composer of the page is there: it can be
  written and sent before any script has arrived. The composer is complete when that of the chat takes over. What was sent goes out as soon as the socket is open. Messages follow once the socket has opened the room.

\`npm run bench:visit -- --runs 1\` is a quick look. It needs Chromium, nginx and openssl (\`npm run setup:all\`).
`;

const describe = ({ name, downKilobits, upKilobits, roundTripMs }: LinkProfile): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${downKilobits} kbit/s down, ${upKilobits} kbit/s up, a round trip of ${roundTripMs} ms.`;
