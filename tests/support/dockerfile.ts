import { readFileSync } from 'node:fs';

interface Instruction {
  /** Such as `COPY`. */
  name: string;
  /** Options such as `--from=…`, by name without dashes. */
  flags: Record<string, string>;
  /** Arguments of the instruction, joined to a single line. */
  rest: string;
}

export const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8');

/** Stages of the Dockerfile for operators, by name. */
export const stages = new Map(
  DOCKERFILE.replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split(/^(?=FROM )/m)
    .filter((text) => text.startsWith('FROM '))
    .map((text) => {
      const instructions = text.trim().split('\n').filter(Boolean).map(read);
      return [/ AS (\w+)/.exec(instructions[0]!.rest)![1]!, instructions];
    }),
);

function read(line: string): Instruction {
  const [, name, flags, rest] = /^(\w+)((?: --\S+)*) (.*)$/.exec(line)!;
  const pairs = [...flags!.matchAll(/--([\w-]+)=(\S+)/g)].map(([, key, value]) => [key!, value!]);
  return { name: name!, flags: Object.fromEntries(pairs) as Record<string, string>, rest: rest! };
}
