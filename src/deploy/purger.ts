/** The answers that a cache must forget. */
export interface PurgeRequest {
  /** Absolute public URLs whose answers changed (added, changed, removed), but those of `editions`. */
  urls: string[];
  /** Editions of which every URL has changed, such as by their headers. */
  editions: PurgedEdition[];
  /** Nothing is known of the content of the cache: the first deployment, or a generation that was served is unknown. */
  isEverything: boolean;
}

export interface PurgedEdition {
  host: string;
  lang: string;
  root: string;
  /** All its absolute URLs, for caches that can purge URLs only. */
  urls: string[];
}

export interface Purger {
  /** Whether the cache keeps answers apart by `Available-Dictionary` (RFC 9842), or never asks for such answers; builds with dictionaries are refused otherwise. */
  readonly keepsVary: boolean;
  /** Calls and seconds that the limits of the CDN lead to, and what it costs, as a sentence. */
  describe(request: PurgeRequest): PurgeCost;
  /**
   * Safe to repeat after a kill.
   * @param id of the purge; a run that goes on with that of a killed run has the same
   */
  purge(request: PurgeRequest, signal: AbortSignal, id: string): Promise<void>;
}

export interface PurgeCost {
  calls: number;
  seconds: number;
  note: string;
}
