import { rm } from 'node:fs/promises';

/** The data folder and the stored sessions go with the run. */
export default async function teardown(): Promise<void> {
  const dir = process.env['E2E_DIR'];
  if (dir) await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
