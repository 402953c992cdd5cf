import type { StoredFileType } from '../../../schemas/model/fileTypes.ts';

/** Bytes at the start of a file by which its type is detected. */
export const HEAD_BYTES = 64;

const AUDIO_BRANDS = ['M4A ', 'M4B '];
const VIDEO_BRANDS = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'MSNV', 'dash'];

/** The type by a file's first bytes, whatever its name; undefined for unknown types. */
export function detectFileType(head: Buffer): StoredFileType | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.slice(4, 8) === 'ftyp') {
    const brand = text.slice(8, 12);
    if (AUDIO_BRANDS.includes(brand)) return 'audio/mp4';
    return VIDEO_BRANDS.includes(brand) ? 'video/mp4' : undefined;
  }
  if (text.startsWith('ID3') || isMp3Frame(head)) return 'audio/mpeg';
  return undefined;
}

/** Whether it is an MPEG audio frame of layer III: eleven set bits, then a valid version, layer, bit rate and sampling rate. */
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  return version !== 1 && layer === 1 && third >> 4 !== 0 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

/** Checks chunk by chunk whether bytes are UTF-8 text without control characters. */
export class Utf8TextCheck {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private isTextSoFar = true;

  add(chunk: Buffer): void {
    if (!this.isTextSoFar) return;
    try {
      this.isTextSoFar = !/[^\P{Cc}\t\n\r]/u.test(this.decoder.decode(chunk, { stream: true }));
    } catch {
      this.isTextSoFar = false;
    }
  }

  end(): boolean {
    try {
      this.decoder.decode();
      return this.isTextSoFar;
    } catch {
      return false;
    }
  }
}
