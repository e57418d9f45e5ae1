/** A page that a build changed, with the sites that show it. */
export interface ChangedPage {
  path: string;
  kind: 'added' | 'changed' | 'removed';
  sites: { host: string; lang: string }[];
}

/** Pictures of the first changed block of a page, as `data:` addresses. */
export interface BlockPictures {
  path: string;
  host: string;
  lang: string;
  /** Undefined where the block or page is new. */
  before?: string | undefined;
  /** Undefined where the block or page was removed. */
  after?: string | undefined;
}

export interface BuiltPages {
  /** Those of most sites first. */
  pages: ChangedPage[];
  otherFiles: number;
}

/** What a build tells the page that waits for it, one event a line. */
export type PublishEvent =
  /** A line of the build's own output: progress, mistakes, the report. */
  | { type: 'line'; text: string }
  /** The build failed or was cancelled: the site stays as it was. */
  | { type: 'failed' }
  | ({ type: 'built' } & BuiltPages)
  | ({ type: 'pictures' } & BlockPictures)
  /** Why there are no pictures. */
  | { type: 'noPictures'; reason: string };
