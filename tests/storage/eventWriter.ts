/** Program that appends events continuously and prints the code of each acknowledged one; killed by the test. */
import process from 'node:process';
import { createSchemaValidator } from '../../schemas/model/ajv.ts';
import { ChangePublisher } from '../../services/engine/live/changes.ts';
import { Events } from '../../services/engine/resources/events/events.ts';
import type { Services } from '../../services/engine/resources/services.ts';
import { migrate } from '../../services/engine/storage/migrate.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { testEvent } from './testEvent.ts';

const [dataDir = ''] = process.argv.slice(2);
const db = await openDatabase({ dataDir });
await migrate(db, [testEvent]);
const services = { db, changes: new ChangePublisher(db), onError: () => undefined } as unknown as Services;
const events = new Events(services, { model: testEvent, validator: createSchemaValidator({}) });
process.stdout.write('ready\n');
const work = async (): Promise<never> => {
  for (;;) {
    const rows = Array.from({ length: 5 }, () => ({
      at: new Date().toISOString(),
      code: `${Math.random()}`,
    }));
    await events.append(rows);
    process.stdout.write(rows.map(({ code }) => `${code}\n`).join(''));
  }
};
await Promise.all([work(), work(), work(), work()]);
