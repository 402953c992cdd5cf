import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What the engine needs to come up and write again: one segment of its log, and something to live on. */
const ROOM_BYTES = 24 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024);

/**
 * Whether there is room in a folder, tried by writing: free space alone knows nothing of quotas.
 * @throws what the system says when there is none (ENOSPC, EDQUOT, EFBIG)
 */
export async function assertDiskSpace(folder: string): Promise<void> {
  const path = join(folder, 'room.tmp');
  const file = await open(path, 'w', 0o600);
  try {
    for (let written = 0; written < ROOM_BYTES; written += PIECE.length) await file.write(PIECE);
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
