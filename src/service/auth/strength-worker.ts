// A worker of low-priority-workers.ts.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Score of zxcvbn, 0 to 4: from 3 on, a password resists online guessing, and most offline guessing with a stolen table. */
const STRONG_ENOUGH = 3;

/** Time grows with the square of the length and with substitutions such as `4` for `a`: with these bounds, the worst case takes 40 ms. */
const strength = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: 40,
  l33tMaxSubstitutions: 10,
});

/** Only the first 40 characters count: a password whose beginning is strong is strong. */
export const isGuessable = ({ password, known }: { password: string; known: string[] }): boolean =>
  strength.check(password, known).score < STRONG_ENOUGH;
