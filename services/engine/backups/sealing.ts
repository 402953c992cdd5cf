import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { BackupDamagedError } from '../storage/backupFile.ts';
import { StorageError } from '../storage/database.ts';

/**
 * Format of a sealed (encrypted and authenticated) backup: a header, then pieces. The header is `MCSEALED`, the format's
 * version (1 byte), the key's id (8 bytes) and a salt (32 bytes). Each file has its own key, derived from the backup key,
 * the salt and the rest of the header. Each piece is 64 KiB of content (the last one: the remainder), encrypted with
 * AES-256-GCM and followed by its authentication tag (16 bytes). Its nonce is its number and whether it is the last, so
 * that missing, repeated or reordered pieces fail to decrypt.
 */
const MAGIC = Buffer.from('MCSEALED');
const VERSION = 1;
const ID_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + ID_BYTES + SALT_BYTES;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Keys of backups: the first encrypts, all of them decrypt. */
export type BackupKeys = readonly [Buffer, ...Buffer[]];

/** Identifies a key without revealing it; hexadecimal. */
export function keyId(key: Buffer): string {
  return createHash('sha256')
    .update('messaging-console-backup-key')
    .update(key)
    .digest('hex')
    .slice(0, ID_BYTES * 2);
}

/** Encrypts a stream with the first key. */
export async function* seal(content: AsyncIterable<Buffer>, [key]: BackupKeys): AsyncGenerator<Buffer> {
  const id = Buffer.from(keyId(key), 'hex');
  const header = Buffer.concat([MAGIC, Buffer.from([VERSION]), id, randomBytes(SALT_BYTES)]);
  const derivedKey = deriveFileKey(key, header);
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of splitIntoPieces(content, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, derivedKey, nonce(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * Decrypts the output of `seal`; yields a piece only after it was authenticated.
 * @param name of the backup, for error messages
 * @throws StorageError that says whether the key, the version or the content is wrong
 */
export async function* unseal(
  content: AsyncIterable<Buffer>,
  keys: readonly Buffer[],
  name: string,
): AsyncGenerator<Buffer> {
  const pieces = splitIntoPieces(content, PIECE_BYTES + TAG_BYTES, HEADER_BYTES);
  try {
    const first = (await pieces.next()).value?.bytes ?? Buffer.alloc(0);
    if (!isSealed(first)) throw new BackupDamagedError(`${name} is no sealed backup of this product.`);
    if (first[MAGIC.length] !== VERSION)
      throw new StorageError(`The backup ${name} was sealed by a later version: update first.`);
    const damagedError = (): BackupDamagedError =>
      new BackupDamagedError(`The backup ${name} is cut off, damaged or was changed: use another one.`);
    if (first.length < HEADER_BYTES) throw damagedError();
    const derivedKey = deriveFileKey(findKey(first, keys, name), first);
    let number = 0;
    let isComplete = false;
    for await (const { bytes, isLast } of pieces) {
      if (bytes.length < TAG_BYTES) throw damagedError();
      const decipher = createDecipheriv(CIPHER, derivedKey, nonce(number, isLast));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const plaintext = decipher.update(bytes.subarray(0, -TAG_BYTES));
      try {
        decipher.final();
      } catch {
        throw damagedError();
      }
      yield plaintext;
      number += 1;
      isComplete = isLast;
    }
    if (!isComplete) throw damagedError();
  } finally {
    // Closes the source when the consumer stops early.
    await pieces.return(undefined);
  }
}

/** Whether a file that begins with these bytes is a sealed backup. */
export const isSealed = (bytes: Buffer): boolean => bytes.subarray(0, MAGIC.length).equals(MAGIC);

function findKey(header: Buffer, keys: readonly Buffer[], name: string): Buffer {
  const id = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + ID_BYTES).toString('hex');
  const key = keys.find((one) => keyId(one) === id);
  if (key) return key;
  const [own] = keys;
  throw new StorageError(
    `The backup ${name} was sealed with the key ${id}, ` +
      (own
        ? `but BACKUP_KEY is the key ${keyId(own)}: set the key that it was sealed with, or add it to BACKUP_OLD_KEYS.`
        : 'but BACKUP_KEY is not set: set it to that key.'),
  );
}

function deriveFileKey(key: Buffer, header: Buffer): Buffer {
  const salt = header.subarray(HEADER_BYTES - SALT_BYTES);
  const info = header.subarray(0, HEADER_BYTES - SALT_BYTES);
  return Buffer.from(hkdfSync('sha256', key, salt, info, 32));
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

interface Piece {
  bytes: Buffer;
  isLast: boolean;
}

/**
 * Splits a stream into pieces of `size` bytes; the last one has the remainder. An empty stream has one empty piece.
 * @param headBytes size of an additional first piece
 */
async function* splitIntoPieces(
  content: AsyncIterable<Buffer>,
  size: number,
  headBytes = 0,
): AsyncGenerator<Piece, undefined> {
  let buffered: Buffer[] = [];
  let length = 0;
  let pieceBytes = headBytes || size;
  for await (const chunk of content) {
    buffered.push(chunk);
    length += chunk.length;
    // Buffered until more follows: only then it is known not to be the last piece.
    if (length <= pieceBytes) continue;
    let rest = Buffer.concat(buffered, length);
    while (rest.length > pieceBytes) {
      yield { bytes: rest.subarray(0, pieceBytes), isLast: false };
      rest = rest.subarray(pieceBytes);
      pieceBytes = size;
    }
    buffered = [rest];
    length = rest.length;
  }
  yield { bytes: Buffer.concat(buffered, length), isLast: true };
}
