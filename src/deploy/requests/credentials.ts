import { DeployError } from '../deploy-error.ts';

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

/**
 * Credentials of AWS, or of a provider with its API, from the environment.
 * @param what the credentials are for, for the message
 * @throws DeployError where they are missing
 */
export function awsCredentials(what: string): {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
} {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = process.env;
  const missing = Object.entries({ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey })
    .filter(([, value]) => !value)
    .map(([name]) => name);
  if (!accessKeyId || !secretAccessKey)
    throw new DeployError(
      'wrongUse',
      `${missing.join(' and ')} must be in the environment: the credentials of ${what}.`,
    );
  return { accessKeyId, secretAccessKey, ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }) };
}
