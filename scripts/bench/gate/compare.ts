import { required } from '../../../src/shared/required.ts';
import { median } from '../../lib/median.ts';

/** What a program took in a round. */
interface Taken {
  cpuSeconds: number;
  megabytes: number;
}

/** A round: what each program took, by name, and the reference program beside them. */
export interface Round {
  reference: Taken;
  programs: Record<string, Taken>;
}

/** What a program may take. */
interface Limit {
  /** Processor seconds, in those of the reference program. */
  ratio: number;
  megabytes: number;
}

export type Limits = Record<string, Limit>;

/** A program may take so much more than recorded, because machines and their rounds differ. */
const TOLERANCE = 1.15;

/** Processor seconds that are too few to count, in those of the machine. */
const IGNORED_SECONDS = 0.05;

/** Medians of rounds, rounded as they are recorded. */
export function measuredIn(rounds: Round[]): Limits {
  const medianOf = (name: string, read: (taken: Taken, round: Round) => number): number =>
    median(rounds.map((round) => read(required(round.programs[name], name), round)));
  return Object.fromEntries(
    Object.keys(required(rounds[0], 'round').programs).map((name) => [
      name,
      {
        ratio: Number(medianOf(name, ({ cpuSeconds }, { reference }) => cpuSeconds / reference.cpuSeconds).toFixed(2)),
        megabytes: Math.round(medianOf(name, ({ megabytes }) => megabytes)),
      },
    ]),
  );
}

/**
 * Names what is above its record, and what has none.
 * @param referenceSeconds processor seconds of the reference program on this machine
 */
export function findRegressions(measured: Limits, record: Limits, referenceSeconds: number): string[] {
  return Object.entries(measured).flatMap(([name, { ratio, megabytes }]) => {
    const limit = record[name];
    if (!limit) return [`${name} has no record`];
    const more = (ratio - limit.ratio) * referenceSeconds;
    return [
      ...(ratio > limit.ratio * TOLERANCE && more > IGNORED_SECONDS
        ? [`${name} takes ${ratio} times the reference program, ${limit.ratio} when recorded`]
        : []),
      ...(megabytes > limit.megabytes * TOLERANCE
        ? [`${name} takes ${megabytes} MB, ${limit.megabytes} when recorded`]
        : []),
    ];
  });
}
