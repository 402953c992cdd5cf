import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What the engine needs to start and write again: one segment of its log, and some more. */
const REQUIRED_BYTES = 24 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024);

/**
 * Checks by writing that a folder has space: the free space of the disk ignores quotas.
 * @throws the system's error when there is none (ENOSPC, EDQUOT, EFBIG)
 */
export async function assertDiskSpace(folder: string): Promise<void> {
  const path = join(folder, 'room.tmp');
  const file = await open(path, 'w', 0o600);
  try {
    for (let written = 0; written < REQUIRED_BYTES; written += PIECE.length) await file.write(PIECE);
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
