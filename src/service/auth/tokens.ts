import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token of a link: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Hash of a token for the database. */
export const tokenHash = (token: string): string => hash('sha256', token);

/** The current secret, which signs and hashes, then former secrets that are still accepted. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Hash for values that must not be readable in the database, such as a network address. */
export const keyedHash = (secret: string, ...parts: string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

/** {@link keyedHash} with the current secret. */
export type KeyedHash = (...parts: string[]) => string;

/** Compares hashes and signatures in constant time. */
export const isEqual = (one: string, other: string): boolean =>
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other));
