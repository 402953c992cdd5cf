import { describe, expect, it } from 'vitest';
import { PARTS, readOptions } from './options.ts';

describe('the options', () => {
  it('run everything at full size by default', () => {
    expect(readOptions([])).toMatchObject({
      only: PARTS.filter((one) => one !== 'scale'),
      rows: 1_000_000,
      engines: ['server', 'embedded'],
    });
  });
  it('choose parts and sizes', () => {
    expect(readOptions(['--quick', '--only=http,storage', '--rows=50_000'])).toMatchObject({
      only: ['storage', 'http'],
      rows: 50_000,
      rounds: 2,
    });
  });
  it('name what is wrong', () => {
    expect(() => readOptions(['--only=disk'])).toThrow('--only: "disk" is none of');
    expect(() => readOptions(['--rows=many'])).toThrow('--rows: "many"');
  });
});
