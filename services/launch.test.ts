import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));

describe('what is built is started as it was compiled before', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-launch-'));
    copyFileSync(join(HERE, 'launch.mjs'), join(folder, 'server.mjs'));
    copyFileSync(join(HERE, 'heap.mjs'), join(folder, 'heap.mjs'));
    write('main.cjs', `const { say } = require('./part.cjs'); require('node:os'); say('Hello');`);
    write(
      'part.cjs',
      `exports.say = (text) => console.log(text + ' from ' + require('node:path').basename(__filename));`,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const compiled = (name: string): string => join(folder, `${name}.compiled`);
  const start = (...flags: string[]): { status: number | null; stdout: string } =>
    spawnSync(process.execPath, [...flags, join(folder, 'server.mjs')], { encoding: 'utf8' });
  const writtenAt = (name: string): number => statSync(compiled(name)).ino;

  it('keeps what was compiled at the end, and takes it the next time', () => {
    expect(start().stdout).toBe('Hello from part.cjs\n');
    const before = ['main.cjs', 'part.cjs'].map(writtenAt);

    expect(start().stdout).toBe('Hello from part.cjs\n');

    expect(['main.cjs', 'part.cjs'].map(writtenAt), 'nothing was compiled that had to be kept').toEqual(
      before,
    );
  });

  it('reuses it also where the growth of the heap was limited', () => {
    // As `collectOnce` does once the services have started.
    const growth = `require('node:v8').setFlagsFromString('--heap-growing-percent=25');`;
    write('part.cjs', `exports.say = (text) => { ${growth} console.log(text); };`);
    expect(start().stdout).toBe('Hello\n');
    const before = writtenAt('main.cjs');

    expect(start().stdout).toBe('Hello\n');

    expect(writtenAt('main.cjs'), 'kept under the flags of a start').toBe(before);
  });

  it('runs what is there, not what was compiled of another text of the same length', () => {
    start();
    write('part.cjs', readFileSync(join(folder, 'part.cjs'), 'utf8').replace('from', 'form'));

    expect(start().stdout).toBe('Hello form part.cjs\n');
    expect(start().stdout).toBe('Hello form part.cjs\n');
  });

  it('compiles again for other flags of V8, and where the cache is damaged', () => {
    start();
    const before = writtenAt('main.cjs');

    expect(start('--max-semi-space-size=8').stdout).toBe('Hello from part.cjs\n');
    expect(writtenAt('main.cjs'), 'kept for the other flags').not.toBe(before);

    const codeCache = readFileSync(compiled('main.cjs'));
    const damaged = codeCache.fill(0, codeCache.length / 2);
    for (const bytes of [damaged, damaged.subarray(0, codeCache.length / 2)]) {
      writeFileSync(compiled('main.cjs'), bytes);
      expect(start().stdout).toBe('Hello from part.cjs\n');
    }
  });

  it('keeps nothing of a process that failed', () => {
    write('part.cjs', `process.exit(3);`);

    expect(start().status).toBe(3);

    expect(() => statSync(compiled('main.cjs'))).toThrow('ENOENT');
  });
});
