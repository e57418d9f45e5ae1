import { UserError } from '../../src/shared/user-error.ts';

/** The port of a server: `PORT`, else 4321. */
export function readPort(): number {
  const { PORT = '4321' } = process.env;
  const port = Number(PORT);
  if (/^\d+$/.test(PORT) && port <= 65_535) return port;
  throw new UserError(`PORT is "${PORT}". Write a number from 0 to 65535; 0 takes a free one.`);
}
