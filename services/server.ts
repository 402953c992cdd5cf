import './heap.mjs';
import { fileURLToPath } from 'node:url';
import { findTemplateDatabase } from './preparedDatabase.ts';
import { readSettings, SettingsError } from './engine/settings/settings.ts';
import { openDatabase } from './engine/storage/open.ts';

/** Migrates the tables and exits. */
const TABLES_FLAG = '--tables';
const MIN_NODE_VERSION = [20, 19] as const;
const HERE = fileURLToPath(new URL('.', import.meta.url));

function nodeVersionError(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1]))
    return undefined;
  return `Node ${MIN_NODE_VERSION.join('.')} or newer is needed; this is ${process.versions.node}`;
}

/** The database opens, in a thread or over the network, while everything else is being loaded. */
async function main([command, ...rest]: string[]): Promise<void> {
  if ((command !== undefined && command !== TABLES_FLAG) || rest.length > 0)
    fail(`Use: node server.js [${TABLES_FLAG}], with settings in the environment`);
  const settings = readSettings(process.env);
  const opening = openDatabase({
    ...settings,
    prepared: () => findTemplateDatabase(settings.schemasDir, HERE),
  });
  // Handled where it is awaited.
  opening.catch(() => undefined);
  const { serve, migrateTables: tables } = await import('./serve.ts');
  await (command === TABLES_FLAG ? tables : serve)(settings, opening);
}

function fail(reason: unknown): never {
  console.error(reason);
  process.exit(1);
}

const versionError = nodeVersionError();
if (versionError !== undefined) fail(versionError);
main(process.argv.slice(2)).catch((error: unknown) =>
  fail(error instanceof SettingsError ? error.message : error),
);
