import { defineTargets } from './src/deploy/config.ts';

/** Every target of `npm run deploy -- <target>`. docs/ship.md has examples; the options are explained in src/deploy/targets/. */
export default defineTargets({
  local: { type: 'folder', path: '.deploy/local', verify: false },
});
