import { ensureBuilt } from '../../../scripts/lib/build.mjs';

/** Built once, before the workers start their consoles. */
export default async function setup(): Promise<void> {
  await ensureBuilt();
}
