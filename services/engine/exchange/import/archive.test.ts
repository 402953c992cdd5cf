import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { textsOf } from './archive.ts';

interface Entry {
  path: string;
  /** Bytes that it is said to have once it is unpacked. */
  size: number;
  method: 0 | 8;
  packed: number;
  /** Where the bytes before its data begin. */
  from: number;
}

/** A ZIP of these bytes, with a list at its end that says of them what it likes. */
function zipSaying(bytes: Buffer, entries: readonly Entry[]): Buffer {
  const list = entries.map(({ path, size, method, packed, from }) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50);
    head.writeUInt16LE(method, 10);
    head.writeUInt32LE(packed, 20);
    head.writeUInt32LE(size, 24);
    head.writeUInt16LE(Buffer.byteLength(path), 28);
    head.writeUInt32LE(from, 42);
    return Buffer.concat([head, Buffer.from(path)]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(bytes.length, 16);
  return Buffer.concat([bytes, ...list, end]);
}

/** Data with the bytes before it that a ZIP has. */
function local(data: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50);
  return Buffer.concat([head, data]);
}

/** What becomes 4 GB. */
const [TIMES, BLOCK] = [4_000, Buffer.alloc(1024 * 1024, ' ')];
const swelling = (): Buffer =>
  Buffer.concat([...Array.from({ length: TIMES }, () => SWELLING_BLOCK), deflateRawSync(Buffer.alloc(0))]);
const SWELLING_BLOCK = deflateRawSync(BLOCK, { finishFlush: constants.Z_FULL_FLUSH });

const refusal = async (name: string, content: Buffer): Promise<unknown> =>
  textsOf(content, name, (path) => path.endsWith('.json')).then(
    (texts) => texts.map(({ text }) => text.length),
    (error: { details?: { fields?: Record<string, string> } }) => error.details?.fields?.[''] ?? error,
  );

describe('an archive that would fill the memory is refused before it does:', () => {
  it('10,000 files of the same stored 4 MB, said to have none', async () => {
    const data = Buffer.alloc(4 * 1024 * 1024, ' ');
    const same = { size: 0, method: 0, packed: data.length, from: 0 } as const;
    const entries = Array.from({ length: 10_000 }, (_, nth) => ({ path: `${nth}.json`, ...same }));
    expect(await refusal('a.zip', zipSaying(local(data), entries))).toBe(
      'The ZIP file cannot be unpacked: files in it share their data',
    );
  });

  it('files whose data overlaps, also where one of them is not wanted', async () => {
    const data = Buffer.alloc(1000, ' ');
    const bytes = Buffer.concat([local(data), local(data)]);
    const entries = [
      { path: 'a.json', size: 1000, method: 0, packed: 1000, from: 0 },
      { path: 'b.txt', size: 1000, method: 0, packed: 1000, from: 1030 },
    ] as const;
    expect(await refusal('a.zip', zipSaying(bytes, entries))).toEqual([1000]);
    const over = [{ ...entries[0], packed: 1010, size: 1010 }, entries[1]];
    expect(await refusal('a.zip', zipSaying(bytes, over))).toBe(
      'The ZIP file cannot be unpacked: files in it share their data',
    );
  });

  it('stored files that are more than they are said to be', async () => {
    const data = Buffer.alloc(3 * 1024 * 1024, ' ');
    const many = Array.from({ length: 7 }, () => local(data));
    const entries = many.map((one, nth) => ({
      ...({ path: `${nth}.json`, size: 0, method: 0, packed: data.length } as const),
      from: nth * one.length,
    }));
    expect(await refusal('a.zip', zipSaying(Buffer.concat(many), entries))).toBe(
      'The archive holds more than 20 MB once it is unpacked; divide it',
    );
  });

  it.each([1, 0])('4 GB, deflated, that are said to be %i byte', async (size) => {
    const data = swelling();
    const entry = { path: 'a.json', size, method: 8, packed: data.length, from: 0 } as const;
    expect(await refusal('a.zip', zipSaying(local(data), [entry]))).toBe(
      'The ZIP file cannot be unpacked: a.json has another size than it says',
    );
  });

  it('4 GB in a packed tape', async () => {
    const member = gzipSync(BLOCK);
    const tape = Buffer.concat(Array.from({ length: TIMES }, () => member));
    expect(await refusal('a.tgz', tape)).toBe(
      'The archive holds more than 20 MB once it is unpacked; divide it',
    );
  });
});

it('a file that is smaller than it says is refused, and one that is damaged', async () => {
  const zip = Buffer.from(zipSync({ 'a.json': strToU8('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"') }));
  expect(await refusal('a.zip', zip)).toEqual([35]);
  const list = zip.indexOf(Buffer.from('PK\u0001\u0002'));
  zip.writeUInt32LE(40, list + 24);
  expect(await refusal('a.zip', zip)).toBe(
    'The ZIP file cannot be unpacked: a.json has another size than it says',
  );
  zip.fill(0xff, 36, 40);
  expect(await refusal('a.zip', zip)).toBe('The ZIP file cannot be unpacked: a.json is damaged');
  expect(await refusal('a.zip', zip.subarray(0, 60))).toBe(
    'The ZIP file cannot be unpacked: it is damaged, or locked with a password',
  );
});
