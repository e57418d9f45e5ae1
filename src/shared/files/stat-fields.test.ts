import { expect, test } from 'vitest';

import { statFields } from './stat-fields.ts';

test.each(['node', 'tmux: server', 'a) (b)'])('fields begin behind the name of %s', (name) => {
  expect(statFields(`7 (${name}) S 1 7`)).toEqual(['S', '1', '7']);
});
