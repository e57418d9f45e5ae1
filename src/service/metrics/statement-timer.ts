import type { LogEvent } from 'kysely';
import { Counter, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';

import { statementName } from './statement-name.ts';

/** The program has fewer statements. */
const NAMES_MAX = 150;

/** Codes of PostgreSQL and of sockets. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CODE = /^(?:[\dA-Z]{5}|E[A-Z]+)$/;

/** Timeouts of statements and locks, and an unreachable database. */
const KNOWN_CODES = ['57014', '55P03', '25P03', 'ECONNREFUSED', 'other'];

/** Creates a logger of Kysely. @see https://kysely.dev/docs/recipes/logging */
export function createStatementTimer(registers: Registry<OpenMetricsContentType>[], buckets: number[]) {
  const durations = new Histogram({
    name: 'chat_database_statement_duration_seconds',
    help: 'Time that the database took for statements, without the wait for a connection.',
    labelNames: ['statement'],
    buckets,
    registers,
  });
  const errors = new Counter({
    name: 'chat_database_errors_total',
    help: 'Statements that failed.',
    labelNames: ['code'],
    registers,
  });
  for (const code of KNOWN_CODES) errors.inc({ code }, 0);
  const known = new Map<string, ReturnType<typeof durations.labels>>();
  const labelled = (name: string) => {
    const bounded = known.has(name) || known.size < NAMES_MAX ? name : 'other';
    const found = known.get(bounded) ?? durations.labels(bounded);
    known.set(bounded, found);
    return found;
  };
  return (event: LogEvent): void => {
    labelled(statementName(event.query.query)).observe(event.queryDurationMillis / 1000);
    if (event.level !== 'error') return;
    const { code = '' } = event.error as { code?: string };
    errors.inc({ code: CODE.test(code) ? code : 'other' });
  };
}
