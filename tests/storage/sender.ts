/**
 * Program that only sends broadcasts, on a data folder or a database server; killed by the test. It is started often, so
 * it reads a compiled product.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import type { ProductModel } from '../../schemas/model/types.ts';
import { CAMPAIGN_MODULES } from '../../services/products/campaigns/index.ts';
import type { Context } from '../../services/engine/modules/module.ts';
import { mountModules } from '../../services/engine/modules/mount.ts';
import { openFiles } from '../../services/engine/files/index.ts';
import { Jobs } from '../../services/engine/jobs/index.ts';
import { ActionRegistry } from '../../services/engine/resources/actions.ts';
import { openSecretBox } from '../../services/engine/resources/openSecretBox.ts';
import { createServices } from '../../services/engine/resources/services.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';

const [productFile = '', dataDir = '', platforms = '', extraSettings = '{}', transitionArg = ''] =
  process.argv.slice(2);
const settings = readSettings({
  ...{ DATA_DIR: dataDir, ...(JSON.parse(extraSettings) as Record<string, string>) },
  ...{ LINE_API_URL: platforms, GRAPH_API_URL: platforms },
});
const product = JSON.parse(readFileSync(productFile, 'utf8')) as ProductModel;
const db = await openDatabase(settings);
const secretBox = await openSecretBox(db, product, settings);
const jobs = new Jobs(db, { secretBox });
const onError = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);
const actions = new ActionRegistry();
const services = createServices({ db, product, secretBox, actions, onError });
const noop = async (): Promise<void> => {};
const mailer = { send: noop, close: () => {} };
const context: Context = {
  ...{ settings, db, jobs, mailer, onError, warn: onError },
  ...{ delivery: mailer, files: await openFiles(db, settings) },
  ...{ services: () => services, publish: noop, attention: async () => [], openApi: () => '{}' },
};
jobs.onError(onError);
await mountModules(fastify(), CAMPAIGN_MODULES, context, actions);
for (const { start } of CAMPAIGN_MODULES) await start?.(context);
await jobs.start();
// Optional first transition of a broadcast, `retry:<id>`.
const [transition, id] = transitionArg.split(':');
if (transition && id)
  await records(services, 'campaign', SYSTEM).transition(id, transition, {}, { validation: 'skip' });
process.stdout.write('ready\n');
const isDone = async (): Promise<boolean> =>
  (
    await db.query(
      `SELECT 1 FROM entity_campaign WHERE data ->> 'status' IN ('scheduled', 'executing') LIMIT 1`,
    )
  ).length === 0;
while (!(await isDone())) await pause(200);
process.stdout.write('done\n');
