import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** 96 bits, the recommendation of NIST SP 800-38D. @see https://doi.org/10.6028/NIST.SP.800-38D */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const CIPHER = 'aes-256-gcm';

/** Purpose of the key that encrypts the address of a deleted account. */
export const DELETED_ADDRESS_KEY = 'address of a deleted account';

/**
 * Encrypts text, so that a copy of the database does not reveal it.
 * @param key 256 bits in base64url, such as a keyed hash
 */
export function encrypt(text: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64url'), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/**
 * Decrypts the result of `encrypt`.
 * @param keys keys to try
 * @returns undefined if no key fits, or if the text is too short to be such a result
 */
export function decrypt(encrypted: string, keys: readonly string[]): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  for (const key of keys) {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
    try {
      return text + decipher.final('utf8');
    } catch (error) {
      if ((error as Error).message !== 'Unsupported state or unable to authenticate data') throw error;
    }
  }
  return undefined;
}
