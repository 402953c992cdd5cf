import { setTimeout as delay } from 'node:timers/promises';
import manifest from '../package.json' with { type: 'json' };
import { collectOnce } from './heap.mjs';
import { SchemaProblems } from '../schemas/loadSchemas.ts';
import { DEMO_PASSWORD, FIRST_TIME_PASSWORD, FIRST_TIME_USERNAME } from './products/demo/index.ts';
import type { SignIn } from './products/management/index.ts';
import { request } from './engine/outbound/request.ts';
import type { Settings } from './engine/settings/settings.ts';
import { isTracingEnabled } from './engine/tracing/isTracingEnabled.ts';
import { migrateOnly, start, StartError, type RunningServices } from './startup.ts';
import { SchemaChangeRefusedError, StorageError, type Database } from './engine/storage/database.ts';
import { waitForEdit, watchSchemas } from './watchSchemas.ts';

/** The message printed when the services listen. */
function greeting(running: RunningServices, settings: Settings): string {
  const lines = ['', `  Console: ${settings.publicUrl ?? running.url}`];
  if (running.demo) {
    const roles = Object.keys(running.product.access.roles);
    lines.push(
      '',
      `  Demo sign-ins, password ${DEMO_PASSWORD}:`,
      `    owner (every administrator's role)`,
      ...chunk(roles, 4).map((row) => `    ${row.join(', ')}`),
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

/** Resolves once it is written: only then is the administrator committed. */
function showAdministrator({ username, password }: SignIn): Promise<void> {
  const line = `\n  First administrator: ${username}, one-time password ${password} (shown this once)\n`;
  return new Promise((written, failed) => {
    process.stdout.write(line, (error) => (error ? failed(error) : written()));
  });
}

function chunk<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, row) =>
    items.slice(row * size, (row + 1) * size),
  );
}

/** Starts the services. In development, reports mistakes in the schemas and retries after the next edit. */
async function startWithValidSchemas(
  settings: Settings,
  opening: Promise<Database>,
  onListening: () => void,
): Promise<RunningServices> {
  const callbacks = { showAdministrator, onListening };
  if (settings.environment !== 'development') return start(settings, callbacks, opening);
  let first: Promise<Database> | undefined = opening;
  for (;;) {
    // Watches before the schemas are read, so that no edit is missed.
    const { edited, stop } = waitForEdit(settings.schemasDir);
    try {
      return await start(settings, callbacks, first);
    } catch (error) {
      const isFixableByEdit = error instanceof SchemaProblems || error instanceof SchemaChangeRefusedError;
      if (!isFixableByEdit) throw error;
      first = undefined;
      reportSchemaEdit(settings, `Not started; an edit of the schemas is awaited. ${error.message}`);
      await edited;
    } finally {
      stop();
    }
  }
}

let reporting = Promise.resolve();
/** The development server does not answer while it transforms the modules of a page. */
const MAX_REPORT_MS = 60_000;
const MAX_REPORT_ATTEMPTS = 5;
const REPORT_RETRY_MS = 500;

/**
 * Reports the result of a schema edit on the console, and to the development server, which shows it in open pages: one
 * report after another, so that the last one holds.
 */
function reportSchemaEdit({ publicUrl }: Settings, refusal?: string): void {
  console.log(refusal ?? 'Schemas reloaded.');
  // Without PUBLIC_URL there is no development server.
  if (publicUrl) reporting = reporting.then(() => informDevelopmentServer(publicUrl, refusal));
}

async function informDevelopmentServer(publicUrl: string, refusal?: string): Promise<void> {
  const options = {
    method: 'POST',
    body: JSON.stringify({ refusal }),
    timeoutMs: MAX_REPORT_MS,
    // A server that was busy for seconds may have closed an idle connection that looks open from here.
    headers: { connection: 'close' },
  } as const;
  for (let attempt = 1; attempt <= MAX_REPORT_ATTEMPTS; attempt += 1) {
    try {
      await request(`${publicUrl}/__schemas`, options);
      return;
    } catch (error) {
      if (attempt === MAX_REPORT_ATTEMPTS)
        console.log(`The development server was not informed: ${(error as Error).message}`);
      else await delay(REPORT_RETRY_MS);
    }
  }
}

/**
 * Starts the services, greets, and serves until a signal ends the process; a failed start ends it with 1.
 * @param opening the database of the settings
 */
export async function serve(settings: Settings, opening: Promise<Database>): Promise<void> {
  const stopTracing = isTracingEnabled(process.env) ? await startTraces() : undefined;
  const watching = { stop: (): void => undefined };
  const starting = startWithValidSchemas(settings, opening, () =>
    stopOnSignals(async () => {
      // Waits until a start that listens already is complete.
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
    (refusal) => reportSchemaEdit(settings, refusal && `Schemas not reloaded. ${refusal}`),
  );
}

/** Migrates the tables and prints the result; exits with 1 on an error. */
export async function migrateTables(settings: Settings, opening: Promise<Database>): Promise<void> {
  console.log(await migrateOnly(settings, opening).catch(fail));
}

/** Loads the tracing code on demand. */
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

/** Errors printed as their message; others are bugs and are printed with their stack. */
const EXPECTED_ERRORS = [SchemaProblems, StorageError, StartError];

function fail(error: unknown): never {
  console.error(EXPECTED_ERRORS.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}
