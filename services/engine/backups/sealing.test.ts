import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BackupKeys, keyId, seal, unseal } from './sealing.ts';

const KEY = randomBytes(32);
const KEYS: BackupKeys = [KEY];
const HEADER = 49;
const PIECE = 64 * 1024 + 16;

async function* chunks(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of content) all.push(chunk);
  return Buffer.concat(all);
}

const sealed = (content: Buffer, keys: BackupKeys = KEYS): Promise<Buffer> =>
  collect(seal(chunks(content, 10_000), keys));
const opened = (content: Buffer, keys: readonly Buffer[] = KEYS, size = 7_000): Promise<Buffer> =>
  collect(unseal(chunks(content, size), keys, 'b'));

it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])(
  'a content of %i bytes comes back',
  async (size) => {
    const content = randomBytes(size);
    const whole = await sealed(content);
    expect(whole.length).toBe(HEADER + size + 16 * Math.max(1, Math.ceil(size / 65_536)));
    expect((await opened(whole)).equals(content)).toBe(true);
    expect((await opened(whole, KEYS, whole.length)).equals(content)).toBe(true);
  },
);

it('two backups of the same content share nothing but the id of the key', async () => {
  const [one, other] = [await sealed(Buffer.alloc(100)), await sealed(Buffer.alloc(100))];
  expect(one.subarray(0, 17).equals(other.subarray(0, 17))).toBe(true);
  expect(one.subarray(HEADER).equals(other.subarray(HEADER))).toBe(false);
  expect(one.includes(KEY.subarray(0, 8))).toBe(false);
});

it('a backup sealed with an older key is opened with that key', async () => {
  const older = randomBytes(32);
  const whole = await sealed(Buffer.from('hello'), [older]);
  expect(String(await opened(whole, [KEY, older]))).toBe('hello');
});

it('the error says which key sealed it, and which one is set', async () => {
  const other = randomBytes(32);
  const whole = await sealed(Buffer.from('hello'));
  await expect(opened(whole, [other])).rejects.toThrow(
    `The backup b was sealed with the key ${keyId(KEY)}, but BACKUP_KEY is the key ${keyId(other)}`,
  );
  await expect(opened(whole, [])).rejects.toThrow('but BACKUP_KEY is not set');
});

it('the source is closed when the consumer stops early', async () => {
  let isClosed = false;
  async function* source(): AsyncGenerator<Buffer> {
    try {
      yield* chunks(await sealed(randomBytes(300_000)), 10_000);
    } finally {
      isClosed = true;
    }
  }
  for await (const piece of unseal(source(), KEYS, 'b')) if (piece.length > 0) break;
  expect(isClosed).toBe(true);
});

describe('is refused', () => {
  const content = randomBytes(200_000);
  const swapped = (whole: Buffer): Buffer =>
    Buffer.concat([
      whole.subarray(0, HEADER),
      whole.subarray(HEADER + PIECE, HEADER + 2 * PIECE),
      whole.subarray(HEADER, HEADER + PIECE),
      whole.subarray(HEADER + 2 * PIECE),
    ]);
  const flipped = (whole: Buffer, at: number): Buffer => {
    const copy = Buffer.from(whole);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };
  it.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off in a piece', (whole) => whole.subarray(0, -5)],
    ['cut off between pieces', (whole) => whole.subarray(0, HEADER + 2 * PIECE)],
    ['cut off behind the header', (whole) => whole.subarray(0, HEADER)],
    ['cut off in the header', (whole) => whole.subarray(0, 30)],
    ['with two pieces the other way round', swapped],
    [
      'with a piece left out',
      (whole) => Buffer.concat([whole.subarray(0, HEADER), whole.subarray(HEADER + PIECE)]),
    ],
    ['with something behind its end', (whole) => Buffer.concat([whole, Buffer.from('x')])],
    ['with another salt', (whole) => flipped(whole, 40)],
    ['with a bit changed', (whole) => flipped(whole, HEADER + 70_000)],
    ['with a bit of a tag changed', (whole) => flipped(whole, whole.length - 1)],
  ])('%s', async (_, change) => {
    await expect(opened(change(await sealed(content)))).rejects.toThrow(
      'The backup b is cut off, damaged or was changed: use another one.',
    );
  });

  it('of a later version, or none of ours', async () => {
    const whole = await sealed(Buffer.from('hello'));
    whole.writeUInt8(2, 8);
    await expect(opened(whole)).rejects.toThrow('was sealed by a later version: update first');
    await expect(opened(Buffer.from('hello'))).rejects.toThrow('b is no sealed backup of this product');
    await expect(opened(Buffer.alloc(0))).rejects.toThrow('b is no sealed backup of this product');
  });
});
