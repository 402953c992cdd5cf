import { rm } from 'node:fs/promises';
import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import { loadProduct } from '../../../schemas/loadSchemas.ts';
import { cachedProduct } from '../../../schemas/testProduct.ts';
import type { EntityModel, ProductModel } from '../../../schemas/model/types.ts';
import { buildApp, type AppOptions } from '../../../services/app.ts';
import { fillDemo } from '../../../services/products/demo/fill.ts';
import { DEMO_PASSWORD } from '../../../services/products/demo/people.ts';
import { listMigrations } from '../../../services/engine/modules/migrations.ts';
import type { DomainModule } from '../../../services/engine/modules/module.ts';
import { Jobs } from '../../../services/engine/jobs/index.ts';
import { ActionRegistry } from '../../../services/engine/resources/actions.ts';
import { openSecretBox } from '../../../services/engine/resources/openSecretBox.ts';
import { createServices, type Services } from '../../../services/engine/resources/services.ts';
import type { Mailer, Message } from '../../../services/engine/mail/mailer.ts';
import { MODULES } from '../../../services/modules.ts';
import { readSettings } from '../../../services/engine/settings/settings.ts';
import type { Database } from '../../../services/engine/storage/database.ts';
import { migrate } from '../../../services/engine/storage/migrate.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import {
  databaseSettings,
  testDataFolder,
  testFolder,
} from '../../../services/engine/storage/testEngines.ts';
import { UserPool } from '../../../services/engine/userPool/index.ts';
import { makeTemplate, createTestDatabase, type TestDatabase } from './testDatabase.ts';
import { copiedFolder, templateFolder } from './template.ts';
import { translateStored } from '../../../schemas/texts/stored.ts';

export interface Answer {
  status: number;
  // The answers of a contract under test have no type that the test may rely on.
  body: Record<string, unknown> & { [index: number]: Record<string, unknown> } & { length?: number };
  text: string;
  headers: Record<string, unknown>;
}
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
  url: string,
  body?: unknown,
) => Promise<Answer>;

export interface TestServices {
  app: FastifyInstance;
  db: Database;
  product: ProductModel;
  /** What is done beside requests, at a start for instance. */
  services: Services;
  actions: ActionRegistry;
  userPool: UserPool;
  /** Background work; none runs before `jobs.start()`. */
  jobs: Jobs;
  /** Everything that was mailed. */
  mails: Message[];
  /** With an `outbox` there is no mail server; another `send` may stand in for one. */
  mailer: Pick<Mailer, 'send'> & { outbox?: string };
  /** Every line that was logged; `LOG_LEVEL` says how much. */
  logs: string[];
  /** The user pool's answer to a sign-in. */
  signIn(username: string, password: string): Promise<Record<string, unknown>>;
  /** The id token of this demo person. */
  tokenOf(username: string): Promise<string>;
  dataDir: string;
  /** Calls as this demo person; without a name nobody is signed in. */
  as(username?: string): Promise<Call>;
  model(entity: string): EntityModel;
  /** Another application, as another process would have it; over the same database unless one is given. */
  another(own: Pick<AppOptions, 'settings'> & Partial<AppOptions>): Promise<FastifyInstance>;
  stop(): Promise<void>;
}

/** Nothing where `TEST_ENGINES` names the embedded engine alone. */
const serverOfTests = (): string | undefined =>
  process.env['TEST_ENGINES'] === 'embedded' ? undefined : process.env['TEST_DATABASE_URL'];

async function closed({ db, userPool }: { db: Database; userPool?: UserPool }): Promise<void> {
  await userPool?.close();
  await db.close();
}

/**
 * The services over a demo workspace on a database of their own: on the tests' server where there is one, else on the
 * embedded engine.
 * @param env `DATABASE_URL` names another database, or the embedded engine where it is empty
 * @param added modules beside those of the product
 */
export async function startServices(
  env: Record<string, string> = {},
  schemasDir = 'schemas',
  added: readonly DomainModule[] = [],
): Promise<TestServices> {
  const modules = [...MODULES, ...added];
  const mails: Message[] = [];
  const mailer: Mailer & { outbox?: string } = {
    send: async ({ subject, text, ...mail }: Message) =>
      void mails.push({ ...mail, subject: translateStored(subject), text: translateStored(text) }),
    close: () => {},
  };
  const open = async (folder: string, address?: Record<string, string>) => {
    const settings = readSettings({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      DEMO_MESSAGES: '0',
      SCHEMAS_DIR: schemasDir,
      ...env,
      ...address,
    });
    const product = schemasDir === 'schemas' ? cachedProduct() : loadProduct(schemasDir);
    const db = await openDatabase(settings);
    await migrate(db, product.entities, listMigrations(modules), { retired: product.retired });
    const secretBox = await openSecretBox(db, product, settings);
    const userPool = await UserPool.open({ db, mailer });
    const now = new Date('2026-11-21T05:00:00Z');
    await fillDemo({ db, product, modules, secretBox, userPool, profiles: 120, now });
    return { settings, product, db, secretBox, userPool };
  };
  const isPlain = schemasDir === 'schemas' && added.length === 0;
  /** The demo as all files of tests that want no more begin with it. */
  const demo = async (template: string, address?: string): Promise<void> =>
    closed(await open(template, address === undefined ? {} : { DATABASE_URL: address }));
  const begin = async (): Promise<{ folder: string; own?: TestDatabase }> => {
    if (env['DATABASE_URL']) return { folder: testFolder() };
    const server = env['DATABASE_URL'] === undefined ? serverOfTests() : undefined;
    if (server === undefined)
      return { folder: await (isPlain ? copiedFolder('demo', demo) : testDataFolder()) };
    if (!isPlain) return { folder: testFolder(), own: await createTestDatabase(server) };
    await makeTemplate(server, async (address) => {
      await templateFolder('demo-at-server', (template) => demo(template, address));
    });
    // Made above, beside the database whose secrets it has the key of.
    const folder = await copiedFolder('demo-at-server', () => Promise.reject(new Error('No template')));
    return { folder, own: await createTestDatabase(server, 'template') };
  };
  const { folder, own } = await begin();
  const { settings, product, db, secretBox, userPool } = await open(
    folder,
    own && databaseSettings(own.address),
  );
  const jobs = new Jobs(db, { secretBox });
  const actions = new ActionRegistry();
  const logs: string[] = [];
  const logTo = { write: (line: string) => void logs.push(line) };
  const parts = {
    settings,
    db,
    product,
    modules,
    userPool,
    actions,
    jobs,
    delivery: mailer,
    logTo,
    secretBox,
  };
  const app = await buildApp(parts);
  const tokens = new Map<string, string>();

  async function signIn(username: string, password: string): Promise<Record<string, unknown>> {
    const response = await app.inject({
      method: 'POST',
      url: '/user-pool/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      payload: JSON.stringify({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: userPool.settings.clientId,
        AuthParameters: { USERNAME: username, PASSWORD: password },
      }),
    });
    return response.json<Record<string, unknown>>();
  }

  async function tokenOf(username: string): Promise<string> {
    const held = tokens.get(username);
    if (held !== undefined) return held;
    const { AuthenticationResult } = (await signIn(username, DEMO_PASSWORD)) as {
      AuthenticationResult: { IdToken: string };
    };
    tokens.set(username, AuthenticationResult.IdToken);
    return AuthenticationResult.IdToken;
  }

  return {
    app,
    db,
    product,
    services: createServices({ db, product, secretBox }),
    actions,
    userPool,
    jobs,
    mails,
    mailer,
    logs,
    signIn,
    tokenOf,
    dataDir: folder,
    async as(username) {
      const headers: Record<string, string> =
        username === undefined ? {} : { authorization: `Bearer ${await tokenOf(username)}` };
      return async (method, url, body) => {
        const json =
          body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) };
        const response = await app.inject({
          method,
          url,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...json,
        });
        const isJson = response.headers['content-type']?.toString().includes('json') ?? false;
        return {
          status: response.statusCode,
          body: isJson ? response.json() : {},
          text: response.body,
          headers: response.headers,
        };
      };
    },
    model(entity) {
      const found = product.entities.find(({ name }) => name === entity);
      if (!found) throw new Error(`No entity ${entity}`);
      return found;
    },
    async another(own) {
      const over = own.db ?? db;
      return buildApp({
        ...parts,
        actions: new ActionRegistry(),
        jobs: new Jobs(over, { secretBox }),
        ...own,
      });
    },
    async stop() {
      await app.close();
      await userPool.close();
      await jobs.stop();
      await db.close();
      await own?.remove();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
