import type { FastifyInstance } from 'fastify';
import { loadProduct } from '../schemas/folder.ts';
import type { ProductModel } from '../schemas/model/types.ts';
import { buildApp } from './app.ts';
import { setEnvironmentVariables } from './chatbot/environmentVariables.ts';
import { fillDemo, hasDemoSignIns, isEmpty } from './demo/fill.ts';
import { createMailer } from './mail/mailer.ts';
import { createFirstAdministrator, type SignIn } from './management/firstAdministrator.ts';
import type { Settings } from './settings.ts';
import { keepBackups } from './storage/keepBackups.ts';
import { openDatabase } from './storage/open.ts';
import { migrate } from './storage/migrate.ts';
import { UserPool } from './userPool/index.ts';

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
  /** To be shown once: it was created by this start. */
  administrator?: SignIn;
  /** Folder where mails are left for want of a mail server. */
  outbox?: string;
  stop(): Promise<void>;
}

/**
 * Opens storage, brings it up to the schemas, fills it where it is empty, and listens.
 * @throws SchemaProblems, StorageError or StartError, each told for people
 */
export async function start(settings: Settings): Promise<Running> {
  const product = loadProduct(settings.schemasDir);
  const db = await openDatabase(settings);
  const closing: (() => Promise<void> | void)[] = [() => db.close()];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    await migrate(db, product.entities);
    const mailer = createMailer({
      smtpUrl: settings.smtpUrl,
      from: settings.mailFrom,
      dataDir: settings.dataDir,
    });
    closing.push(() => mailer.close());
    const userPool = settings.userPoolId === undefined ? await UserPool.open({ db, mailer }) : undefined;
    if (userPool) closing.push(() => userPool.close());
    const willFill = settings.demo && (await isEmpty(db, product));
    const demo = userPool !== undefined && (willFill || (await hasDemoSignIns(userPool)));
    if (demo) refuseNetwork(settings);
    if (willFill) await fillDemo({ db, product, userPool });
    await setEnvironmentVariables(db, product, settings.botVariables);
    const administrator =
      userPool && !settings.demo ? await createFirstAdministrator(db, product, userPool) : undefined;
    const app = await buildApp({ settings, db, product, userPool });
    closing.push(() => app.close());
    const url = await listen(app, settings);
    closing.push(
      keepBackups(db, settings.dataDir, {
        onError: (error) => app.log.error({ err: error }, 'backup failed'),
      }),
    );
    return { app, product, url, engine: db.engine, demo, administrator, outbox: mailer.outbox, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function refuseNetwork({ host, allowDemoOnNetwork }: Settings): void {
  const local = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
  if (local || allowDemoOnNetwork) return;
  throw new StartError(
    `HOST: "${host}" can be reached by others, but the demo sign-ins, whose passwords are public, exist; ` +
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
