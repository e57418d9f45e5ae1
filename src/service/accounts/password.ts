import { availableParallelism } from 'node:os';

import { hash, verify } from '@node-rs/argon2';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import pLimit from 'p-limit';

/** Argon2id with 19 MiB and two passes. @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
export const hashPassword = (password: string): Promise<string> => atOnce(() => hash(password));

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  atOnce(() => verify(stored, password));

/** One of Node's four threads stays free: whoever is signed in does not wait for those who sign in. */
const atOnce = pLimit(Math.min(3, availableParallelism()));

/** Of 0 to 4: from here on a password withstands guessing over a network, and most guessing with a stolen table. */
const STRONG_ENOUGH = 3;

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Whether a password is built around a word of lists of stolen passwords, a pattern on the keyboard, or what is known of its owner.
 * @param known such as the nickname
 */
export const isGuessable = (password: string, known: string[]): boolean =>
  strength.check(password, known).score < STRONG_ENOUGH;
