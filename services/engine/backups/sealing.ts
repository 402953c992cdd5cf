import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { BackupDamagedError } from '../storage/backupFile.ts';
import { StorageError } from '../storage/database.ts';

/**
 * A sealed backup is a header and pieces. The header: `MCSEALED`, the version of this format (a byte), the key's id (8 bytes)
 * and a salt (32 bytes). Each file has a key of its own, derived from the key, the salt and the rest of the header. Each piece is
 * 64 KiB of content, the last one whatever is left, sealed with AES-256-GCM and followed by its 16 bytes of proof. The
 * piece's number and whether it is the last are its nonce: pieces that are missing, doubled or in another order fit nowhere.
 */
const MAGIC = Buffer.from('MCSEALED');
const VERSION = 1;
const ID_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + ID_BYTES + SALT_BYTES;
const PIECE = 64 * 1024;
const PROOF = 16;
const CIPHER = 'aes-256-gcm';

/** The keys of backups: the first seals, all of them open. */
export type BackupKeys = readonly [Buffer, ...Buffer[]];

/** What tells keys apart without telling anything of them, in hexadecimal. */
export function keyId(key: Buffer): string {
  return createHash('sha256')
    .update('messaging-console-backup-key')
    .update(key)
    .digest('hex')
    .slice(0, ID_BYTES * 2);
}

/** Seals a content with the first key, piece by piece. */
export async function* seal(content: AsyncIterable<Buffer>, [key]: BackupKeys): AsyncGenerator<Buffer> {
  const id = Buffer.from(keyId(key), 'hex');
  const header = Buffer.concat([MAGIC, Buffer.from([VERSION]), id, randomBytes(SALT_BYTES)]);
  const own = fileKey(key, header);
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of cut(content, PIECE)) {
    const cipher = createCipheriv(CIPHER, own, nonce(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * Opens what `seal` gave; of a piece nothing is given before it is proved.
 * @param name of the backup, for people
 * @throws StorageError that says whether the key, the version or the content is wrong
 */
export async function* unseal(
  content: AsyncIterable<Buffer>,
  keys: readonly Buffer[],
  name: string,
): AsyncGenerator<Buffer> {
  const pieces = cut(content, PIECE + PROOF, HEADER_BYTES);
  try {
    const first = (await pieces.next()).value?.bytes ?? Buffer.alloc(0);
    if (!isSealed(first)) throw new BackupDamagedError(`${name} is no sealed backup of this product.`);
    if (first[MAGIC.length] !== VERSION)
      throw new StorageError(`The backup ${name} was sealed by a later version: update first.`);
    const damaged = (): BackupDamagedError =>
      new BackupDamagedError(`The backup ${name} is cut off, damaged or was changed: use another one.`);
    if (first.length < HEADER_BYTES) throw damaged();
    const own = fileKey(keyOf(first, keys, name), first);
    let number = 0;
    let isWhole = false;
    for await (const { bytes, isLast } of pieces) {
      if (bytes.length < PROOF) throw damaged();
      const decipher = createDecipheriv(CIPHER, own, nonce(number, isLast));
      decipher.setAuthTag(bytes.subarray(-PROOF));
      const opened = decipher.update(bytes.subarray(0, -PROOF));
      try {
        decipher.final();
      } catch {
        throw damaged();
      }
      yield opened;
      number += 1;
      isWhole = isLast;
    }
    if (!isWhole) throw damaged();
  } finally {
    // What it reads is closed, wherever it stops.
    await pieces.return(undefined);
  }
}

/** Whether bytes are the beginning of a sealed backup. */
export const isSealed = (bytes: Buffer): boolean => bytes.subarray(0, MAGIC.length).equals(MAGIC);

function keyOf(header: Buffer, keys: readonly Buffer[], name: string): Buffer {
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

function fileKey(key: Buffer, header: Buffer): Buffer {
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

interface Cut {
  bytes: Buffer;
  isLast: boolean;
}

/**
 * Cuts a content into pieces of one size; the last one, of a content without bytes the only one, has what is left.
 * @param head bytes of a first piece before them
 */
async function* cut(content: AsyncIterable<Buffer>, size: number, head = 0): AsyncGenerator<Cut, undefined> {
  let held: Buffer[] = [];
  let length = 0;
  let wanted = head || size;
  for await (const chunk of content) {
    held.push(chunk);
    length += chunk.length;
    // A piece waits until something follows: only then is it known not to be the last.
    if (length <= wanted) continue;
    let rest = Buffer.concat(held, length);
    while (rest.length > wanted) {
      yield { bytes: rest.subarray(0, wanted), isLast: false };
      rest = rest.subarray(wanted);
      wanted = size;
    }
    held = [rest];
    length = rest.length;
  }
  yield { bytes: Buffer.concat(held, length), isLast: true };
}
