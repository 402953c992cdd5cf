import manifest from '../package.json' with { type: 'json' };
import { collectOnce } from './heap.mjs';
import { SchemaProblems } from '../schemas/loadSchemas.ts';
import { DEMO_PASSWORD, FIRST_TIME_PASSWORD, FIRST_TIME_USERNAME } from './products/demo/index.ts';
import type { SignIn } from './products/management/index.ts';
import { request } from './engine/outbound/request.ts';
import type { Settings } from './engine/settings/settings.ts';
import { isTracingEnabled } from './engine/tracing/isTracingEnabled.ts';
import { onlyTables, start, StartError, type Running } from './startup.ts';
import { SchemaChangeRefusedError, StorageError, type Database } from './engine/storage/database.ts';
import { nextEdit, watchSchemas } from './watchSchemas.ts';

/** What a person needs to know once the services listen. */
function greeting(running: Running, settings: Settings): string {
  const lines = ['', `  Console: ${settings.publicUrl ?? running.url}`];
  if (running.demo) {
    const roles = Object.keys(running.product.access.roles);
    lines.push(
      '',
      `  Demo sign-ins, password ${DEMO_PASSWORD}:`,
      `    owner (every administrator's role)`,
      ...rowsOf(roles, 4).map((row) => `    ${row.join(', ')}`),
      `    ${FIRST_TIME_USERNAME}, password ${FIRST_TIME_PASSWORD}, sets a new one`,
    );
    if (running.chat)
      lines.push('', `  Talk to the bot: ${settings.publicUrl ?? running.url}${running.chat}`);
  }
  if (running.engine === 'embedded') {
    lines.push(
      '',
      `  Embedded database in ${settings.dataDir}.`,
      '  What was saved survives a crash of the program, but perhaps not a power cut; backups are kept beside it.',
      '  For production, set DATABASE_URL to a PostgreSQL server.',
    );
  }
  if (running.isSuperseded) {
    lines.push(
      '',
      '  A newer version of the product ran on this database: its tables are left as they are.',
      '  To go back to this version for good, stop the newer one and start once with SCHEMA_ROLLBACK=1.',
    );
  }
  if (running.outbox) lines.push('', `  No mail server is set: mails are left in ${running.outbox}.`);
  return [...lines, ''].join('\n');
}

/** Resolves once it is written: what follows makes it good. */
function showAdministrator({ username, password }: SignIn): Promise<void> {
  const line = `\n  First administrator: ${username}, one-time password ${password} (shown this once)\n`;
  return new Promise((written, failed) => {
    process.stdout.write(line, (error) => (error ? failed(error) : written()));
  });
}

function rowsOf<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, row) =>
    items.slice(row * size, (row + 1) * size),
  );
}

/** Starts; while schemas are being written, mistakes in them are told and the next edit is awaited. */
async function startOnceRight(
  settings: Settings,
  opening: Promise<Database>,
  onListening: () => void,
): Promise<Running> {
  const told = { showAdministrator, onListening };
  if (settings.environment !== 'development') return start(settings, told, opening);
  let first: Promise<Database> | undefined = opening;
  for (;;) {
    // From before the schemas are read, so that no edit falls between.
    const { edited, stop } = nextEdit(settings.schemasDir);
    try {
      return await start(settings, told, first);
    } catch (error) {
      const byEdit = error instanceof SchemaProblems || error instanceof SchemaChangeRefusedError;
      if (!byEdit) throw error;
      first = undefined;
      tellRefusal(settings, `Not started; an edit of the schemas is awaited. ${error.message}`);
      await edited;
    } finally {
      stop();
    }
  }
}

/** Tells what was refused here and in the open pages; their development server puts it over them. */
function tellRefusal({ publicUrl }: Settings, refusal?: string): void {
  console.log(refusal ?? 'Schemas reloaded.');
  const body = JSON.stringify({ refusal });
  // Services that are started alone have no such server before them.
  if (publicUrl) request(`${publicUrl}/__schemas`, { method: 'POST', body }).catch(() => undefined);
}

/**
 * Starts the services, greets, and serves until a signal ends the process; a failed start ends it with 1.
 * @param opening the database of the settings
 */
export async function serve(settings: Settings, opening: Promise<Database>): Promise<void> {
  const stopTracing = isTracingEnabled(process.env) ? await startTraces() : undefined;
  const watching = { stop: (): void => undefined };
  const starting = startOnceRight(settings, opening, () =>
    stopOnSignals(async () => {
      // What listens already is first made whole, so that it ends as anything else does.
      const running = await starting;
      watching.stop();
      await running.stop();
      await stopTracing?.();
    }),
  );
  const running = await starting.catch(fail);
  console.log(greeting(running, settings));
  collectOnce();
  if (settings.environment !== 'development') return;
  watching.stop = watchSchemas(
    settings.schemasDir,
    (product) => running.app.reload(product),
    (refusal) => tellRefusal(settings, refusal && `Schemas not reloaded. ${refusal}`),
  );
}

/** Brings the tables up to date, says so, and ends; a fault ends it with 1. */
export async function tables(settings: Settings, opening: Promise<Database>): Promise<void> {
  console.log(await onlyTables(settings, opening).catch(fail));
}

/** What records spans is loaded only where somebody asks. */
async function startTraces(): Promise<() => Promise<void>> {
  const { startTracing } = await import('./engine/tracing/openTelemetry.ts');
  return startTracing(manifest.version);
}

/** The first signal stops what runs and ends the process with 0; a second one ends it at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

/** Faults that are told as they are; anything else is a mistake of ours and shows where it is. */
const TOLD = [SchemaProblems, StorageError, StartError];

function fail(error: unknown): never {
  console.error(TOLD.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}
