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

/** A reason not to start that is told in one line. */
export class StartError extends Error {
  override name = 'StartError';
}

export interface Running {
  app: FastifyInstance;
  product: ProductModel;
  /** `http://127.0.0.1:3000`. */
  url: string;
  engine: 'embedded' | 'server';
  /** The demo sign-ins exist. */
  demo: boolean;
  /** A newer version of the product ran on the database: nothing of its tables was changed. */
  isSuperseded: boolean;
  /** Where the demo's bot can be talked to. */
  chat?: string;
  /** Created by this start, and shown. */
  administrator?: SignIn;
  /** Folder where mails are left for want of a mail server. */
  outbox?: string;
  stop(): Promise<void>;
}

/** Whom a start tells what. */
export interface Told {
  /** Shows the first administrator's one-time password, this once. */
  showAdministrator(signIn: SignIn): Promise<void>;
  /** The services answer; the start is nearly through. */
  onListening?(): void;
}

/**
 * Opens storage, brings it up to the schemas, fills it where it is empty, and listens.
 * @param opening the database, where it is being opened already
 * @throws SettingsError, SchemaProblems, StorageError or StartError, each told for people
 */
export async function start(
  settings: Settings,
  { showAdministrator, onListening }: Told,
  opening = openDatabase(settings),
): Promise<Running> {
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
  const closing: (() => Promise<void> | void)[] = [() => db.close()];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const brought = await bringTables(db, product, settings);
    const secretBox = await openSecretBox(db, product, settings);
    const delivery = createMailer({
      smtpUrl: settings.smtpUrl,
      from: settings.mailFrom,
      dataDir: settings.dataDir,
    });
    closing.push(() => delivery.close());
    const jobs = new Jobs(db, { secretBox });
    let stopBackups = (): Promise<void> => Promise.resolve();
    // Behind the jobs: one may write a backup that this waits for, until it is told to stop.
    closing.push(() => stopBackups());
    let tellRest = (): Promise<void> => Promise.resolve();
    closing.push(async () => {
      await jobs.stop();
      // Jobs change records up to their end.
      await tellRest();
    });
    const mailer = createBackgroundMailer(jobs, db, delivery);
    const userPool = settings.userPoolId === undefined ? await openUserPool(db, product, mailer) : undefined;
    if (userPool) closing.push(() => userPool.close());
    const willFill = settings.demo && (await isEmpty(db, product));
    const demo = userPool !== undefined && (willFill || (await hasDemoSignIns(userPool)));
    if (demo) refuseNetwork(settings);
    if (willFill) await fillDemo({ db, product, modules: MODULES, secretBox, userPool });
    const localOnly = demo && !settings.allowDemoOnNetwork;
    const app = await buildApp({
      ...{ settings, db, product, userPool, secretBox, localOnly, jobs, delivery, prepared },
    });
    closing.push(() => app.close());
    tellRest = () => app.tellRest();
    await app.begin();
    const url = await listen(app, settings);
    onListening?.();
    // What is added before is run once they start; nobody waits for the database behind work that can wait itself.
    await jobs.start();
    stopBackups = scheduleBackups(db, settings.dataDir, {
      ...{ every: settings.backupHours, keep: settings.backupKeep },
      onError: (error) => app.log.error({ err: error }, 'backup failed'),
    });
    // Last, so that no start shows a password and then fails.
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
      ...{ app, product, url, engine: db.engine, demo, isSuperseded: brought === 'superseded' },
      ...{ chat, administrator, outbox: mailer.outbox, stop },
    };
  } catch (error) {
    // What cannot be closed either has the same cause.
    await stop().catch(() => undefined);
    // It may not have come so far that it is among them.
    await closePrepared();
    throw toldFault(error);
  }
}

/**
 * Brings the tables up to the schemas, as a start does, and nothing else: a job before new processes start.
 * @param opening the database, where it is being opened already
 * @returns what was done, for people
 * @throws as a start does
 */
export async function onlyTables(settings: Settings, opening = openDatabase(settings)): Promise<string> {
  let db: Database | undefined;
  try {
    const product = await whileOpening(opening, async () => readOrCompileProduct(settings.schemasDir, HERE));
    db = await opening;
    const brought = await bringTables(db, product, settings);
    return brought === 'superseded'
      ? 'A newer version of the product ran on this database: its tables are left as they are.'
      : 'The tables are as this version needs them.';
  } catch (error) {
    throw toldFault(error);
  } finally {
    await db?.close();
  }
}

/** Others see that the database is in use while its tables are changed. */
async function bringTables(
  db: Database,
  { entities, retired }: ProductModel,
  { environment, schemaRollback: rollback }: Settings,
): Promise<'applied' | 'superseded'> {
  await db.serve();
  const isOwn = db.engine === 'embedded' || environment === 'development';
  const exclusive = isOwn || rollback;
  return migrate(db, entities, listMigrations(MODULES), { exclusive, retired, rollback });
}

/** What needs no database, while it opens; where that fails, the database is closed again. */
async function whileOpening<T>(opening: Promise<Database>, work: () => Promise<T>): Promise<T> {
  // Told where it is waited for.
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

/** Faults of files, network and database in one line; what carries no such code is a mistake of ours and shows where. */
function toldFault(error: unknown): unknown {
  if ([SchemaProblems, StorageError, StartError].some((kind) => error instanceof kind)) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const foreign = typeof code === 'string' && /^(E[A-Z]+|[0-9A-Z]{5})$/.test(code);
  const cutOff = typeof message === 'string' && message.startsWith('Connection terminated');
  if (!foreign && !cutOff) return error;
  return new StartError(`The start failed: ${String(message).split('\n')[0]}`, { cause: error });
}

function openUserPool(db: Database, product: ProductModel, mailer: Mailer): Promise<UserPool> {
  const sharedAttributes = async (): Promise<Record<string, string>> => {
    const id = await networkId(db, product);
    return id === undefined ? {} : { 'custom:networkId': id };
  };
  return UserPool.open({ db, mailer, sharedAttributes });
}

/** @throws StartError where others could sign in with the demo's passwords */
function refuseNetwork({ host, trustProxy, allowDemoOnNetwork }: Settings): void {
  if (allowDemoOnNetwork) return;
  const local = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
  const way = local
    ? trustProxy !== 0 && `TRUST_PROXY: "${String(trustProxy)}" says that others come through a proxy`
    : `HOST: "${host}" can be reached by others`;
  if (way === false) return;
  throw new StartError(
    `${way}, but the demo sign-ins, whose passwords are public, exist; ` +
      'start with DEMO=0 on an empty DATA_DIR, or consent with ALLOW_DEMO_ON_NETWORK=1',
  );
}

const LISTEN_FAULTS: Record<string, (settings: Settings) => string> = {
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
    const told = LISTEN_FAULTS[(error as NodeJS.ErrnoException).code ?? '']?.(settings);
    throw told === undefined ? error : new StartError(told, { cause: error });
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  return `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`;
}
