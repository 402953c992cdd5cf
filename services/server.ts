import './heap.mjs';
import { fileURLToPath } from 'node:url';
import { findTemplateDatabase } from './preparedDatabase.ts';
import { readSettings, SettingsError } from './engine/settings/settings.ts';
import { openDatabase } from './engine/storage/open.ts';

/** Brings the tables up to date and ends. */
const TABLES = '--tables';
const LEAST_NODE = [20, 19] as const;
const HERE = fileURLToPath(new URL('.', import.meta.url));

function nodeFault(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return undefined;
  return `Node ${LEAST_NODE.join('.')} or newer is needed; this is ${process.versions.node}`;
}

/** The database opens, in a thread or over the network, while everything else is being loaded. */
async function main([command, ...rest]: string[]): Promise<void> {
  if ((command !== undefined && command !== TABLES) || rest.length > 0)
    fail(`Use: node server.js [${TABLES}], with settings in the environment`);
  const settings = readSettings(process.env);
  const opening = openDatabase({
    ...settings,
    prepared: () => findTemplateDatabase(settings.schemasDir, HERE),
  });
  // Told where it is waited for.
  opening.catch(() => undefined);
  const { serve, tables } = await import('./serve.ts');
  await (command === TABLES ? tables : serve)(settings, opening);
}

function fail(reason: unknown): never {
  console.error(reason);
  process.exit(1);
}

const fault = nodeFault();
if (fault !== undefined) fail(fault);
main(process.argv.slice(2)).catch((error: unknown) =>
  fail(error instanceof SettingsError ? error.message : error),
);
