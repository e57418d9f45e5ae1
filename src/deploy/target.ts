import type { Manifest } from '../output/manifest.ts';

/** A file of a build, by its path below `dist/`. */
export interface DeployFile {
  path: string;
  sha256: string;
  bytes: number;
}

/** The way from the generation that is served to the next. */
export interface Transfer {
  /** Folder with the bytes of a build. `readDeployFile` reads them. */
  dist: string;
  /**
   * To be served. With `--host` it is the served one with the editions of these hosts exchanged; its `build` is computed as builds compute it.
   * `kept` of an edition has the hashed files of the served generation, which open pages request, also those that are not in `dist`: a target
   * that cannot keep them leaves these out. `former` has the policies of the served generation.
   */
  next: Manifest;
  /** Served now; undefined before the first deployment, or where its manifest is damaged. */
  served: Manifest | undefined;
  /** Files that differ and that the target carries. */
  changed: DeployFile[];
  /** Whether the last deployment did not end: nobody knows which configuration servers have. */
  isResumed: boolean;
  /** Paths that `served` has and `next` has not. */
  removed: string[];
  /** Paths of files that were kept for open pages when the generation was made, and that `next` has no more. */
  expired: string[];
}

export interface Target {
  /** Whether answers can depend on `Available-Dictionary` (RFC 9842); builds with dictionaries are refused otherwise. */
  readonly keepsVary: boolean;
  /** How thoroughly a generation that lies there already is compared before visitors get it. */
  readonly depthBeforeSwitch: Depth;
  /** Whether the target takes a file, by its path below `dist/`. CDNs that compress by themselves take no `.br`. */
  carries(path: string): boolean;
  /** Limits and costs of a transfer, as sentences that are said before it starts (also by --dry-run). @throws DeployError where the target cannot take it */
  describe(transfer: Transfer): string[];
  /** Takes the lease of the target; leases expire, and are renewed while the session is open. @throws DeployError that names who holds it and until when */
  open(signal: AbortSignal): Promise<Session>;
  /** Removes a lease, also of a deployment that runs. @returns its holder; undefined without a lease */
  unlock(signal: AbortSignal): Promise<string | undefined>;
}

/** A deployment to one target, which no other deployment can change until it is closed. */
export interface Session {
  /** Generations that can be served, newest first. `isServed` stands at one of them at most. */
  generations(): Promise<Generation[]>;
  /** As text: the engine parses and checks it (paths, hashes) before it is used. */
  manifest(build: string): Promise<string>;
  /** Brings the bytes; visitors see nothing of it. Skips what a killed run has brought, so that the next run resumes. @param onBytes number of bytes sent */
  upload(transfer: Transfer, onBytes: (bytes: number) => void): Promise<void>;
  /** Has visitors get `transfer.next` as a whole, all of whose bytes are in the target: after `upload`, or for `--to`. Safe to repeat after a kill. */
  activate(transfer: Transfer): Promise<void>;
  /**
   * Compares the files of a generation with its manifest. Missing where a target lets nobody read them: then URLs are fetched.
   * @param onFile called for each file
   */
  inspect?(generation: Manifest, depth: Depth, onFile: () => void): Promise<Drift[]>;
  /** Mends the places that {@link inspect} found, as far as the build or another generation has the bytes. @param dist folder of the build */
  repair?(generation: Manifest, drift: Drift[], dist: string): Promise<void>;
  /** Removes generations and files that no kept generation names. Never called after an error. */
  prune(kept: string[]): Promise<void>;
  /** The text that was written last; undefined where there is none. It tells the next run that the caches of a killed run are not purged yet. */
  readJournal(): Promise<string | undefined>;
  /** Stores a text of some bytes beside the generations; undefined removes it. */
  writeJournal(text: string | undefined): Promise<void>;
  /** Gives the lease back. */
  close(): Promise<void>;
}

/** `content` reads every file; `size` trusts a file of the right size and time. */
export type Depth = 'size' | 'content';

/** A place where a target differs from its deployment. */
export interface Drift {
  /** Path below the generation. */
  path: string;
  /** Such as `is missing`. */
  fault: string;
}

export interface Generation {
  build: string;
  /** ISO 8601. */
  deployedAt: string;
  isServed: boolean;
}
