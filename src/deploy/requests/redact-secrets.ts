/** Names of environment variables with credentials. */
const SECRET_NAMES = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|AUTH/i;

/** Shorter values would blank out words of ordinary messages. */
const MIN_LENGTH = 6;

/** Replaces the values of credentials in the environment, also URL-encoded and in Base64, by `[the variable's name]`. */
export function redactSecrets(text: string, env: NodeJS.ProcessEnv = process.env): string {
  let redacted = text;
  for (const [name, value = ''] of Object.entries(env)) {
    if (!SECRET_NAMES.test(name) || value.length < MIN_LENGTH) continue;
    for (const form of [value, encodeURIComponent(value), Buffer.from(value).toString('base64')])
      redacted = redacted.replaceAll(form, `[${name}]`);
  }
  return redacted;
}
