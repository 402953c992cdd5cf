import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings/settings.ts';

const KEY = randomBytes(32).toString('base64');

describe('settings of backups', () => {
  it.each<[Record<string, string>, RegExp]>([
    [
      { BACKUP_S3_BUCKET: 'x' },
      /^BACKUP_KEY: is missing; expected together with BACKUP_S3_BUCKET, as "openssl/,
    ],
    [{ BACKUP_S3_REGION: 'eu', BACKUP_KEY: KEY }, /^BACKUP_S3_BUCKET: is missing/],
    [{ BACKUP_KEY: 'short', BACKUP_S3_BUCKET: 'x' }, /^BACKUP_KEY: "…" is not 32 bytes in base64/],
    [{ BACKUP_OLD_KEYS: `${KEY},secret` }, /^BACKUP_OLD_KEYS: "…" holds what is not 32 bytes in base64/],
    [{ BACKUP_S3_FOLDER: '/x' }, /^BACKUP_S3_FOLDER: "\/x" is no folder of a bucket/],
    [
      { BACKUP_S3_BUCKET: 'x', BACKUP_KEY: KEY, BACKUP_S3_ACCESS_KEY: 'k' },
      /^BACKUP_S3_SECRET_KEY: is missing/,
    ],
    [{ BACKUP_HOURS: '0' }, /^BACKUP_HOURS: "0" is out of range/],
  ])('%j are refused in one line', (env, message) => {
    const read = (): unknown => readSettings(env);
    expect(read).toThrow(message);
    expect(read).not.toThrow('\n');
  });
});
