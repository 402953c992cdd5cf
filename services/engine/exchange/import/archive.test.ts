import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTextFiles } from './archive.ts';

interface Entry {
  path: string;
  /** Unpacked size according to the directory. */
  size: number;
  method: 0 | 8;
  compressedSize: number;
  /** Offset of its local header. */
  offset: number;
}

/** A ZIP of these bytes with an arbitrary central directory. */
function zipWithDirectory(bytes: Buffer, entries: readonly Entry[]): Buffer {
  const directory = entries.map(({ path, size, method, compressedSize, offset }) => {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50);
    header.writeUInt16LE(method, 10);
    header.writeUInt32LE(compressedSize, 20);
    header.writeUInt32LE(size, 24);
    header.writeUInt16LE(Buffer.byteLength(path), 28);
    header.writeUInt32LE(offset, 42);
    return Buffer.concat([header, Buffer.from(path)]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(bytes.length, 16);
  return Buffer.concat([bytes, ...directory, end]);
}

/** Data behind the local header of a ZIP. */
function withLocalHeader(data: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50);
  return Buffer.concat([header, data]);
}

/** Unpacks to 4 GB. */
const [BLOCK_COUNT, BLOCK] = [4_000, Buffer.alloc(1024 * 1024, ' ')];
const deflated4Gb = (): Buffer =>
  Buffer.concat([
    ...Array.from({ length: BLOCK_COUNT }, () => DEFLATED_BLOCK),
    deflateRawSync(Buffer.alloc(0)),
  ]);
const DEFLATED_BLOCK = deflateRawSync(BLOCK, { finishFlush: constants.Z_FULL_FLUSH });

const readOrError = async (name: string, content: Buffer): Promise<unknown> =>
  readTextFiles(content, name, (path) => path.endsWith('.json')).then(
    (texts) => texts.map(({ text }) => text.length),
    (error: { details?: { fields?: Record<string, string> } }) => error.details?.fields?.[''] ?? error,
  );

describe('an archive that would fill the memory is rejected:', () => {
  it('10,000 files that share 4 MB, with size 0 in the directory', async () => {
    const data = Buffer.alloc(4 * 1024 * 1024, ' ');
    const same = { size: 0, method: 0, compressedSize: data.length, offset: 0 } as const;
    const entries = Array.from({ length: 10_000 }, (_, nth) => ({ path: `${nth}.json`, ...same }));
    expect(await readOrError('a.zip', zipWithDirectory(withLocalHeader(data), entries))).toBe(
      'The ZIP file cannot be unpacked: files in it share their data',
    );
  });

  it('files with overlapping data, even if one of them is not wanted', async () => {
    const data = Buffer.alloc(1000, ' ');
    const bytes = Buffer.concat([withLocalHeader(data), withLocalHeader(data)]);
    const entries = [
      { path: 'a.json', size: 1000, method: 0, compressedSize: 1000, offset: 0 },
      { path: 'b.txt', size: 1000, method: 0, compressedSize: 1000, offset: 1030 },
    ] as const;
    expect(await readOrError('a.zip', zipWithDirectory(bytes, entries))).toEqual([1000]);
    const over = [{ ...entries[0], compressedSize: 1010, size: 1010 }, entries[1]];
    expect(await readOrError('a.zip', zipWithDirectory(bytes, over))).toBe(
      'The ZIP file cannot be unpacked: files in it share their data',
    );
  });

  it('stored files that are larger than in the directory', async () => {
    const data = Buffer.alloc(3 * 1024 * 1024, ' ');
    const many = Array.from({ length: 7 }, () => withLocalHeader(data));
    const entries = many.map((one, nth) => ({
      ...({ path: `${nth}.json`, size: 0, method: 0, compressedSize: data.length } as const),
      offset: nth * one.length,
    }));
    expect(await readOrError('a.zip', zipWithDirectory(Buffer.concat(many), entries))).toBe(
      'The archive holds more than 20 MB once it is unpacked; divide it',
    );
  });

  it.each([1, 0])('4 GB, deflated, with size %i in the directory', async (size) => {
    const data = deflated4Gb();
    const entry = { path: 'a.json', size, method: 8, compressedSize: data.length, offset: 0 } as const;
    expect(await readOrError('a.zip', zipWithDirectory(withLocalHeader(data), [entry]))).toBe(
      'The ZIP file cannot be unpacked: a.json has another size than it says',
    );
  });

  it('4 GB in a gzipped tar', async () => {
    const member = gzipSync(BLOCK);
    const tarGz = Buffer.concat(Array.from({ length: BLOCK_COUNT }, () => member));
    expect(await readOrError('a.tgz', tarGz)).toBe(
      'The archive holds more than 20 MB once it is unpacked; divide it',
    );
  });
});

it('a file that is smaller than in the directory is rejected, and a damaged one', async () => {
  const zip = Buffer.from(zipSync({ 'a.json': strToU8('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"') }));
  expect(await readOrError('a.zip', zip)).toEqual([35]);
  const directory = zip.indexOf(Buffer.from('PK\u0001\u0002'));
  zip.writeUInt32LE(40, directory + 24);
  expect(await readOrError('a.zip', zip)).toBe(
    'The ZIP file cannot be unpacked: a.json has another size than it says',
  );
  zip.fill(0xff, 36, 40);
  expect(await readOrError('a.zip', zip)).toBe('The ZIP file cannot be unpacked: a.json is damaged');
  expect(await readOrError('a.zip', zip.subarray(0, 60))).toBe(
    'The ZIP file cannot be unpacked: it is damaged, or locked with a password',
  );
});
