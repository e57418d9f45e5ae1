import { port } from '../../../src/service/config/port.ts';
import { UserError } from '../../../src/shared/user-error.ts';

/** The port of the setting `PORT`. @throws UserError where it is no port */
export function readPort(): number {
  const { PORT } = process.env;
  const { data, error } = port.safeParse(PORT || undefined);
  if (error) throw new UserError(`PORT is "${PORT}", which ${error.issues.map(({ message }) => message).join(', ')}.`);
  return data;
}
