import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach } from 'vitest';

import type { Project } from '../runnable-project-copy.ts';

interface ProjectPerTest extends Omit<Project, 'env' | 'remove'> {
  /** Changes a file of the project. Returns the number of the changed line. */
  edit: (file: string, from: string | RegExp, to: string) => number;
}

/** A fresh copy of the project for each test. */
export function projectPerTest(copy: () => Project): ProjectPerTest {
  let project: Project;
  beforeEach(() => {
    project = copy();
  });
  afterEach(() => project.remove());
  return {
    get dir() {
      return project.dir;
    },
    run: (...args) => project.run(...args),
    edit: (file, from, to) => {
      const path = join(project.dir, file);
      const text = readFileSync(path, 'utf8');
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${file} has no ${from}`);
      writeFileSync(path, changed);
      const at = typeof from === 'string' ? text.indexOf(from) : text.search(from);
      return text.slice(0, at).split('\n').length;
    },
  };
}
