import './heap.ts';
import { fileURLToPath } from 'node:url';
import { findPreparedDatabase } from './preparedDatabase.ts';
import { readSettings, SettingsError } from './engine/settings/settings.ts';
import { openDatabase } from './engine/storage/open.ts';

const MIN_NODE_VERSION = [20, 19] as const;
const HERE = fileURLToPath(new URL('.', import.meta.url));

function nodeVersionError(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1]))
    return undefined;
  return `Node ${MIN_NODE_VERSION.join('.')} or newer is needed; this is ${process.versions.node}`;
}

/** The database opens, in a thread or over the network, while everything else is being loaded. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const opening = openDatabase({ ...settings, prepared: findPreparedDatabase(settings.schemasDir, HERE) });
  // Told where it is waited for.
  opening.catch(() => undefined);
  const { serve } = await import('./serve.ts');
  await serve(settings, opening);
}

function fail(reason: unknown): never {
  console.error(reason);
  process.exit(1);
}

const fault = nodeVersionError();
if (fault !== undefined) fail(fault);
main().catch((error: unknown) => fail(error instanceof SettingsError ? error.message : error));
