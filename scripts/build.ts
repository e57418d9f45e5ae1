/** `npm run build`: every edition into dist/, or every problem and the last good dist/. */
import './tell-mistakes.ts';
import { build } from 'astro';

await build({ logLevel: 'silent' });
