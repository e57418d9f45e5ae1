import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runAndCapture } from '../../../../scripts/lib/run-and-capture.ts';
import { environment, type Project } from '../../runnable-project-copy.ts';

interface Comparison {
  /** Pages that differ in bytes, facts or dependencies. */
  different: string[];
  /** Number of pages. */
  pages: number;
  /** How often Astro rendered a page for templates. */
  renders: number;
}

/** Renders each page of a project alone and from a template, in a process of its own. */
export async function renderBothWays({ dir }: Project, env: Record<string, string>): Promise<Comparison> {
  const script = 'tests/support/site/programs/render-both-ways-here.ts';
  mkdirSync(join(dir, dirname(script)), { recursive: true });
  cpSync(script, join(dir, script));
  const { output } = await runAndCapture(process.execPath, [script], dir, environment(env));
  if (!output.startsWith('{')) throw new Error(output);
  return JSON.parse(output) as Comparison;
}
