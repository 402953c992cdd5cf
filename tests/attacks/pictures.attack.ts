import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyPng } from './support/png.ts';
import { expectServesDuring, startServer, type AttackedServer } from './support/server.ts';
import { signInOwner } from '../storage/servicesProcess.ts';

const PICTURES = 8;
const SIGN_INS = 3;
const SIGN_IN_LIMIT_MS = 1_000;
const MEMORY_LIMIT_MB = 200;

let server: AttackedServer;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

/** Sends a picture in a message. @returns the status */
async function upload(content: Buffer): Promise<number> {
  const query = new URLSearchParams({ entity: 'template', field: 'messages.*.<image>.originalContentUrl' });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'a.png');
  const response = await fetch(`${server.url}/api/v1/files?${query.toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Memory that the services held at most, in MB. */
async function peakMb(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** The slowest of three sign-ins in milliseconds; more in a row are refused. */
async function slowestSignIn(): Promise<number> {
  let slowestMs = 0;
  for (let count = 0; count < SIGN_INS; count += 1) {
    const startedAt = performance.now();
    await signInOwner(server.url);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return slowestMs;
}

it.each([
  // 400 MB each when decoded; and the most that is taken, 200 MB.
  ['too large for their depth', { depth: 16, side: 7071 }, 422],
  ['as large as is taken', { depth: 8, side: 7071 }, 201],
] as const)('eight interlaced pictures, %s, keep nobody waiting', async (_, { depth, side }, status) => {
  const content = emptyPng({ width: side, height: side, depth, interlaced: true });
  expect(content.length).toBeLessThan(400_000);
  const before = await peakMb();
  await expectServesDuring(server, async () => {
    const uploads = Array.from({ length: PICTURES }, () => upload(content));
    const [signInMs, answers] = await Promise.all([slowestSignIn(), Promise.all(uploads)]);
    expect(answers).toEqual(Array(PICTURES).fill(status));
    expect(signInMs).toBeLessThan(SIGN_IN_LIMIT_MS);
  });
  expect((await peakMb()) - before).toBeLessThan(MEMORY_LIMIT_MB);
});
