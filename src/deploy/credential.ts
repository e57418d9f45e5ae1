import { DeployError } from './deploy-error.ts';

/**
 * A credential from the environment.
 * @param permission least permission that the deployment needs, for the message
 * @throws DeployError where it is missing
 */
export function credential(name: string, permission: string): string {
  const value = process.env[name]?.trim();
  if (!value)
    throw new DeployError('wrongUse', `The environment has no ${name}. Set it to a token with ${permission}.`);
  return value;
}
