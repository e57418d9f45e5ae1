import { DeployError } from './deploy-error.ts';

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
