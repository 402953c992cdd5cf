import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PictureProcess, UnreadablePictureError } from '../../services/engine/files/pictureProcess.ts';
import { emptyPng } from './support/png.ts';

let folder: string;
/** Of 10 kB, and the largest that is taken, which is decoded in a second or so. */
let small: string;
let large: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  small = await written('small.png', emptyPng({ width: 100, height: 50, depth: 8 }));
  large = await written('large.png', emptyPng({ width: 7071, height: 7071, depth: 8, interlaced: true }));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const inspect = (pictures: PictureProcess, path: string, caller = 'a') =>
  pictures.run('inspect', { path }, caller);
const SMALL = { width: 100, height: 50 };

it('the size of a picture is checked by its header', async () => {
  const pictures = new PictureProcess();
  const claiming = async (width: number, height: number, depth: 8 | 16) => {
    const content = emptyPng({ width, height, depth, interlaced: true, headOnly: true });
    return inspect(pictures, await written('claiming.png', content));
  };
  expect(await claiming(60_000, 900, 8)).toEqual({ fault: 'pixels' });
  expect(await claiming(7071, 7071, 16)).toEqual({ fault: 'depth' });
  // What is small enough is decoded.
  expect(await claiming(5000, 5000, 16)).toEqual({ fault: 'damaged' });
  expect(await claiming(7071, 7071, 8)).toEqual({ fault: 'damaged' });
  expect(await inspect(pictures, small)).toEqual(SMALL);
});

it('a picture that takes too much memory, too long or crashes the decoder is refused, and no other', async () => {
  const narrow = new PictureProcess({ maxRssBytes: 120 * 1024 * 1024 });
  const outcomes = await Promise.allSettled([small, large, small].map((path) => inspect(narrow, path)));
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: SMALL },
    { status: 'rejected', reason: expect.any(UnreadablePictureError) },
    { status: 'fulfilled', value: SMALL },
  ]);

  const hasty = new PictureProcess({ timeoutMs: 1 });
  await expect(inspect(hasty, small)).rejects.toThrow('longer than 1 ms');

  const crashed = new PictureProcess();
  await inspect(crashed, small);
  const { pid } = crashed;
  const [broken, other] = [inspect(crashed, large), inspect(crashed, small)];
  process.kill(pid ?? 0, 'SIGSEGV');
  await expect(broken).rejects.toThrow('The picture process ended: SIGSEGV');
  expect(await other).toEqual(SMALL);
  expect(crashed.pid).not.toBe(pid);
});

it('people who upload many pictures wait for them, and others do not', async () => {
  const pictures = new PictureProcess();
  const done: string[] = [];
  const callers = ['a', 'a', 'a', 'b', 'a', 'c', 'b'];
  await Promise.all(
    callers.map(async (caller) => done.push((await inspect(pictures, small, caller), caller))),
  );
  expect(done.join('')).toBe('aabcaba');
});

it('the process is ended when it is idle, and when it holds memory', async () => {
  const idle = new PictureProcess({ idleMs: 1 });
  await inspect(idle, small);
  await vi.waitFor(() => expect(idle.pid).toBeUndefined());
  const full = new PictureProcess({ idleRssBytes: 1 });
  await inspect(full, small);
  expect(full.pid).toBeUndefined();
  expect(await inspect(full, small)).toEqual(SMALL);
});
