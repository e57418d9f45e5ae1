/** `npm run build`: every edition into dist/, or every problem and the last good dist/. */
import { build } from 'astro';

try {
  await build({ logLevel: 'silent' });
} catch (error) {
  const expected = error instanceof Error && error.name === 'ProblemsError';
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
