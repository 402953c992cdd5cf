import { crc32, deflateSync } from 'node:zlib';

interface PngSize {
  width: number;
  height: number;
  /** Bits per channel. */
  depth: 8 | 16;
  /** Adam7: must be decoded completely before its first row is known. */
  interlaced?: boolean;
  /** Only a header, without pixels. */
  headOnly?: boolean;
}

/** Offset and step, across and down, of the passes of an interlaced PNG (Adam7). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const CHANNELS = 4;

/** Builds a transparent PNG, a thousandth of the size that it decodes to. */
export function emptyPng({ width, height, depth, interlaced = false, headOnly = false }: PngSize): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 6, 0, 0, interlaced ? 1 : 0], 8);
  const passes = interlaced ? PASSES : [[0, 0, 1, 1] as const];
  const lines = passes.map(([left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    return Math.ceil((height - top) / down) * (1 + (columns * CHANNELS * depth) / 8);
  });
  const bytes = headOnly ? 0 : lines.reduce((sum, pass) => sum + pass);
  const pixels = deflateSync(Buffer.alloc(bytes), { level: 9 });
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
