import { createHmac, hash, randomBytes } from 'node:crypto';

/** A secret for a link: 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token. */
export const tokenHash = (token: string): string => hash('sha256', token);

/** The secret that signs and hashes, then the former ones that are still accepted. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Stands for something that must not be readable where it is kept, such as a network address. */
export const keyedHash = (secret: string, ...parts: string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

/** {@link keyedHash} with the current secret. */
export type KeyedHash = (...parts: string[]) => string;
