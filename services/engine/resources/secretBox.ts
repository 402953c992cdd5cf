import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Prefix of every sealed text; followed by the last four characters, then nonce, tag and cipher text. */
const PREFIX = 'sealed:1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;
/** Shorter secrets are masked completely. */
const MIN_LENGTH_TO_SHOW_END = 12;

/** Whether a stored text is a sealed secret. */
export const isSealed = (value: string): boolean => value.startsWith(PREFIX);

/** The last four characters of a sealed secret, empty for a short one. */
export const visibleEnd = (sealed: string): string =>
  Buffer.from(sealed.slice(PREFIX.length).split('.', 1)[0] ?? '', 'base64url').toString();

/** The last four characters of a plain secret, empty for a short one. */
export const endToShow = (secret: string): string =>
  secret.length < MIN_LENGTH_TO_SHOW_END ? '' : secret.slice(-4);

/** Encrypts secrets (AES-256-GCM), so that neither rows, history nor backups hold them in the clear. */
export class SecretBox {
  /** @param key 32 bytes */
  constructor(private readonly key: Buffer) {
    if (key.length !== KEY_BYTES) throw new Error(`The key must have ${KEY_BYTES} bytes`);
  }

  seal(secret: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const end = endToShow(secret);
    const body = Buffer.concat([nonce, cipher.getAuthTag(), text]);
    return `${PREFIX}${Buffer.from(end).toString('base64url')}.${body.toString('base64url')}`;
  }

  /** @throws Error for a text that was sealed with another key */
  open(sealed: string): string {
    const [, body = ''] = sealed.slice(PREFIX.length).split('.');
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return (
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  }
}
