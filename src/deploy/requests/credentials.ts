import { DeployError } from '../deploy-error.ts';

/** Names of environment variables with credentials. */
const SECRET_NAMES = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|AUTH/i;

/** Shorter values would blank out words of ordinary messages. */
const MIN_LENGTH = 6;

/** The credentials in environment variables. */
export class Credentials {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /**
   * @param permission least permission that the deployment needs, for the message
   * @throws DeployError where it is missing
   */
  token(name: string, permission: string): string {
    const value = this.#env[name]?.trim();
    if (!value)
      throw new DeployError('wrongUse', `The environment has no ${name}. Set it to a token with ${permission}.`);
    return value;
  }

  /**
   * Credentials of AWS, or of a provider with its API.
   * @param user service that takes them, for the message
   * @throws DeployError where they are missing
   */
  aws(user: string): { accessKeyId: string; secretAccessKey: string; sessionToken?: string } {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = this.#env;
    const missing = Object.entries({ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey })
      .filter(([, value]) => !value)
      .map(([name]) => name);
    if (!accessKeyId || !secretAccessKey)
      throw new DeployError(
        'wrongUse',
        `${missing.join(' and ')} must be in the environment: the credentials of ${user}.`,
      );
    return { accessKeyId, secretAccessKey, ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }) };
  }

  /** Replaces all their values, also URL-encoded and in Base64, by `[the variable's name]`. */
  redact(text: string): string {
    let redacted = text;
    for (const [name, value = ''] of Object.entries(this.#env)) {
      if (!SECRET_NAMES.test(name) || value.length < MIN_LENGTH) continue;
      for (const form of [value, encodeURIComponent(value), Buffer.from(value).toString('base64')])
        redacted = redacted.replaceAll(form, `[${name}]`);
    }
    return redacted;
  }
}
