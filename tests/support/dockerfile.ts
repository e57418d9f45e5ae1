import { readFileSync } from 'node:fs';

interface Instruction {
  /** Such as `COPY`. */
  name: string;
  /** `--from=…` and the like, without its dashes. */
  flags: Record<string, string>;
  /** The rest of the instruction, on one line. */
  rest: string;
}

export const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8');

/** The stages of the Dockerfile that operators are given, by name. */
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
