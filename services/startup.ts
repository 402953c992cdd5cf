import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { readOrCompileProduct } from '../schemas/built.ts';
import { SchemaProblems } from '../schemas/loadSchemas.ts';
import type { ProductModel } from '../schemas/model/types.ts';
import { buildApp, prepareServer } from './app.ts';
import { fillDemo, hasDemoSignIns, isEmpty } from './products/demo/index.ts';
import { listMigrations } from './engine/modules/migrations.ts';
import { Jobs } from './engine/jobs/index.ts';
import { createMailer, type Mailer } from './engine/mail/mailer.ts';
import { createBackgroundMailer } from './engine/builtIn/mail.ts';
import { createFirstAdministrator, networkId, type SignIn } from './products/management/index.ts';
import { MODULES } from './modules.ts';
import { openSecretBox } from './engine/resources/openSecretBox.ts';
import { createServices } from './engine/resources/services.ts';
import { checkPlatformAddresses, type Settings } from './engine/settings/settings.ts';
import { findChatPagePath } from './channels/webchat/chat.ts';
import { StorageError, type Database } from './engine/storage/database.ts';
import { scheduleBackups } from './engine/storage/scheduleBackups.ts';
import { openDatabase } from './engine/storage/open.ts';
import { migrate } from './engine/storage/migrate.ts';
import { UserPool } from './engine/userPool/index.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** A failed start, with a message for people in one line. */
export class StartError extends Error {
  override name = 'StartError';
}

export interface RunningServices {
  app: FastifyInstance;
  product: ProductModel;
  /** `http://127.0.0.1:3000`. */
  url: string;
  engine: 'embedded' | 'server';
  /** The demo sign-ins exist. */
  demo: boolean;
  /** A newer version of the product ran on the database: its tables were not changed. */
  isSuperseded: boolean;
  /** Path of the demo's web chat. */
  chat?: string;
  /** Created by this start. */
  administrator?: SignIn;
  /** Folder that mails are written to without a mail server. */
  outbox?: string;
  stop(): Promise<void>;
}

export interface StartCallbacks {
  /** Shows the first administrator's one-time password, this once. */
  showAdministrator(signIn: SignIn): Promise<void>;
  /** Called when the services listen, before jobs start. */
  onListening?(): void;
}

/**
 * Opens the database, migrates it to the schemas, fills it if it is empty, and listens.
 * @param opening the database, if it is being opened already
 * @throws SettingsError, SchemaProblems, StorageError or StartError with messages for people
 */
export async function start(
  settings: Settings,
  { showAdministrator, onListening }: StartCallbacks,
  opening = openDatabase(settings),
): Promise<RunningServices> {
  const { product, prepared } = await whileOpening(opening, async () => {
    checkPlatformAddresses(settings);
    return {
      product: readOrCompileProduct(settings.schemasDir, HERE),
      prepared: await prepareServer(settings),
    };
  });
  const closePrepared = (): Promise<void> => prepared.app.close().catch(() => undefined);
  const db = await opening.catch(async (error: unknown) => {
    await closePrepared();
    throw error;
  });
  const closers: (() => Promise<void> | void)[] = [() => db.close()];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const migration = await migrateTables(db, product, settings);
    const secretBox = await openSecretBox(db, product, settings);
    const delivery = createMailer({
      smtpUrl: settings.smtpUrl,
      from: settings.mailFrom,
      dataDir: settings.dataDir,
    });
    closers.push(() => delivery.close());
    const jobs = new Jobs(db, { secretBox });
    let stopBackups = (): Promise<void> => Promise.resolve();
    // Closed after the jobs: it waits for a job's backup, which stops with the job.
    closers.push(() => stopBackups());
    let flushChanges = (): Promise<void> => Promise.resolve();
    closers.push(async () => {
      await jobs.stop();
      // Jobs publish changes until they end.
      await flushChanges();
    });
    const mailer = createBackgroundMailer(jobs, db, delivery);
    const userPool = settings.userPoolId === undefined ? await openUserPool(db, product, mailer) : undefined;
    if (userPool) closers.push(() => userPool.close());
    const willFill = settings.demo && (await isEmpty(db, product));
    const demo = userPool !== undefined && (willFill || (await hasDemoSignIns(userPool)));
    if (demo) assertDemoIsLocal(settings);
    if (willFill) await fillDemo({ db, product, modules: MODULES, secretBox, userPool });
    const localOnly = demo && !settings.allowDemoOnNetwork;
    const app = await buildApp({
      ...{ settings, db, product, userPool, secretBox, localOnly, jobs, delivery, prepared },
    });
    closers.push(() => app.close());
    flushChanges = () => app.flushChanges();
    await app.startModules();
    const url = await listen(app, settings);
    onListening?.();
    // Jobs start last, so that they do not delay the first requests.
    await jobs.start();
    stopBackups = scheduleBackups(db, settings.dataDir, {
      ...{ every: settings.backupHours, keep: settings.backupKeep },
      onError: (error) => app.log.error({ err: error }, 'backup failed'),
    });
    // Last, so that a start that showed a password cannot fail any more.
    const administrator =
      userPool && !settings.demo
        ? await createFirstAdministrator(
            createServices({ db, product, secretBox }),
            userPool,
            showAdministrator,
          )
        : undefined;
    const chat = demo ? await findChatPagePath(db, product) : undefined;
    return {
      ...{ app, product, url, engine: db.engine, demo, isSuperseded: migration === 'superseded' },
      ...{ chat, administrator, outbox: mailer.outbox, stop },
    };
  } catch (error) {
    // Errors while closing have the same cause.
    await stop().catch(() => undefined);
    // The prepared server may not be among the closers yet.
    await closePrepared();
    throw toReadableError(error);
  }
}

/**
 * Migrates the tables to the schemas, as a start does, and nothing else: run it before new processes start.
 * @param opening the database, if it is being opened already
 * @returns the result, for people
 * @throws the same errors as `start`
 */
export async function migrateOnly(settings: Settings, opening = openDatabase(settings)): Promise<string> {
  let db: Database | undefined;
  try {
    const product = await whileOpening(opening, async () => readOrCompileProduct(settings.schemasDir, HERE));
    db = await opening;
    const migration = await migrateTables(db, product, settings);
    return migration === 'superseded'
      ? 'A newer version of the product ran on this database: its tables are left as they are.'
      : 'The tables are as this version needs them.';
  } catch (error) {
    throw toReadableError(error);
  } finally {
    await db?.close();
  }
}

/** Migrates the tables, with the database marked as in use. */
async function migrateTables(
  db: Database,
  { entities, retired }: ProductModel,
  { environment, schemaRollback: rollback }: Settings,
): Promise<'applied' | 'superseded'> {
  await db.serve();
  const isOwn = db.engine === 'embedded' || environment === 'development';
  const exclusive = isOwn || rollback;
  return migrate(db, entities, listMigrations(MODULES), { exclusive, retired, rollback });
}

/** Runs `work` while the database opens; closes the database if it fails. */
async function whileOpening<T>(opening: Promise<Database>, work: () => Promise<T>): Promise<T> {
  // Handled where it is awaited.
  opening.catch(() => undefined);
  try {
    return await work();
  } catch (error) {
    await opening.then(
      (db) => db.close(),
      () => undefined,
    );
    throw error;
  }
}

/** Turns errors of files, network and database into one line; others are bugs and keep their stack. */
function toReadableError(error: unknown): unknown {
  if ([SchemaProblems, StorageError, StartError].some((kind) => error instanceof kind)) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const hasSystemCode = typeof code === 'string' && /^(E[A-Z]+|[0-9A-Z]{5})$/.test(code);
  const isConnectionLost = typeof message === 'string' && message.startsWith('Connection terminated');
  if (!hasSystemCode && !isConnectionLost) return error;
  return new StartError(`The start failed: ${String(message).split('\n')[0]}`, { cause: error });
}

function openUserPool(db: Database, product: ProductModel, mailer: Mailer): Promise<UserPool> {
  const sharedAttributes = async (): Promise<Record<string, string>> => {
    const id = await networkId(db, product);
    return id === undefined ? {} : { 'custom:networkId': id };
  };
  return UserPool.open({ db, mailer, sharedAttributes });
}

/** @throws StartError if others could sign in with the demo's public passwords */
function assertDemoIsLocal({ host, trustProxy, allowDemoOnNetwork }: Settings): void {
  if (allowDemoOnNetwork) return;
  const local = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
  const reason = local
    ? trustProxy !== 0 && `TRUST_PROXY: "${String(trustProxy)}" says that others come through a proxy`
    : `HOST: "${host}" can be reached by others`;
  if (reason === false) return;
  throw new StartError(
    `${reason}, but the demo sign-ins, whose passwords are public, exist; ` +
      'start with DEMO=0 on an empty DATA_DIR, or consent with ALLOW_DEMO_ON_NETWORK=1',
  );
}

const LISTEN_ERRORS: Record<string, (settings: Settings) => string> = {
  EADDRINUSE: ({ port, host }) =>
    `PORT: ${port} is taken on ${host}; stop what listens there or choose another, such as PORT=${port + 1}`,
  EACCES: ({ port }) => `PORT: this user may not listen on ${port}; choose one above 1023`,
  EADDRNOTAVAIL: ({ host }) => `HOST: "${host}" is no address of this machine; choose one such as 127.0.0.1`,
  ENOTFOUND: ({ host }) => `HOST: "${host}" cannot be found; choose an address such as 127.0.0.1`,
};

async function listen(app: FastifyInstance, settings: Settings): Promise<string> {
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    const advice = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? '']?.(settings);
    throw advice === undefined ? error : new StartError(advice, { cause: error });
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  return `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`;
}
