/** Size limits and required scores of pages, for tests and `npm run audit`. */
export const budgets = {
  /** HTML with its styles, brotli, by kind of page. */
  shortPageBytes: 9_000,
  readingPageBytes: 14_000,
  /**
   * The page contains the translations of the chat. Raised from 14,900: its scripts work where the browser denies storage, and words say what a
   * deletion keeps, within which time a held message is decided, what an ended session, a passkey and a download mean, and what keys do; its
   * frame of the chat takes text before scripts arrive. Raised from 16,300: it names the brand's languages, and tells of a new version.
   */
  chatPageBytes: 16_400,
  /** The background picture, by width of the viewport. */
  artBytes: { 390: 12_000, 1440: 40_000 },
  externalScripts: 0,
  /**
   * All scripts of a page with an island, brotli, inline scripts and the lobby's styles included; and the scripts that the chat loads with
   * its socket, the first room, its messages, the first call or the account. `room` was raised from 5,500: edits survive like drafts, an
   * emptied edit asks, call buttons follow the state; from 5,850, and `chat` from 78,000: the composer takes over from the frame of the page;
   * `chat` from 79,000: where a later script is gone, it asks whether there is a new version;
   * `room` from 6,100: words that are added while an edit is saved stay.
   * `messages` from 7,000: the log keeps its place through every change of size; from 7,250: it is one tab stop, and keys lead through it and
   * act on its messages; from 7,850: its button to the end leaves the focus to it. `account` from 7,200: it is a list of settings, and each act has its word.
   */
  scriptBytes: {
    login: 75_000,
    chat: 79_100,
    socket: 11_500,
    room: 6_150,
    messages: 7_900,
    calls: 12_000,
    account: 7_750,
  },
  requestsToFirstPaint: 1,
  layoutShift: 0,
  axeViolations: 0,
  lighthouse: { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 },
  observatory: { grade: 'A+', score: 120 },
} as const;

interface PageType {
  name: string;
  path: string;
  /** Long texts may weigh more. */
  reading: boolean;
  indexed: boolean;
}

/** One page of each type. Every language has the article. */
export const pageTypes: PageType[] = [
  { name: 'home', path: '/', reading: false, indexed: true },
  { name: 'contacts', path: '/contacts', reading: false, indexed: true },
  { name: 'accessibility', path: '/accessibility', reading: true, indexed: true },
  { name: 'login', path: '/login', reading: false, indexed: false },
  { name: 'report', path: '/report', reading: false, indexed: false },
  { name: 'rules', path: '/rules', reading: true, indexed: true },
  { name: 'rule-changes', path: '/rules/changes', reading: true, indexed: true },
  { name: 'privacy', path: '/privacy_policy', reading: true, indexed: true },
  { name: 'privacy-changes', path: '/privacy_policy/changes', reading: true, indexed: true },
  { name: 'qa', path: '/qa', reading: true, indexed: true },
  { name: 'blog', path: '/blog', reading: false, indexed: true },
  { name: 'article', path: '/blog/first-conversation', reading: true, indexed: true },
  { name: 'chat', path: '/chat', reading: false, indexed: false },
  { name: 'test', path: '/test', reading: false, indexed: false },
];
