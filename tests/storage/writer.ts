/**
 * Writes records and appends events without pause, and prints each id, or `event` and the code, once it was acknowledged;
 * killed from outside.
 */
import process from 'node:process';
import { createCheck } from '../../schemas/model/ajv.ts';
import { Changes } from '../../services/live/changes.ts';
import { Events } from '../../services/resources/events/events.ts';
import type { Services } from '../../services/resources/services.ts';
import { Store } from '../../services/resources/write/store.ts';
import { StorageError } from '../../services/storage/database.ts';
import { migrate } from '../../services/storage/migrate.ts';
import { openDatabase } from '../../services/storage/open.ts';
import { field, model } from '../../services/storage/testModels.ts';
import { happening } from './happening.ts';

const thing = model('thing', [field('name', { unique: true })], { list: { search: ['name'] } });
const [dataDir = ''] = process.argv.slice(2);
try {
  const db = await openDatabase({ dataDir });
  await migrate(db, [thing, happening]);
  const things = new Store(db, thing);
  process.stdout.write('ready\n');
  const work = async (): Promise<never> => {
    for (;;) {
      const { id } = await things.create({ name: `${process.pid} ${Math.random()}` });
      process.stdout.write(`${id}\n`);
    }
  };
  const services = { db, changes: new Changes(db), onFault: () => undefined } as unknown as Services;
  const happenings = new Events(services, { model: happening, check: createCheck({}) });
  const happen = async (): Promise<never> => {
    for (;;) {
      const rows = Array.from({ length: 5 }, () => ({
        at: new Date().toISOString(),
        code: `${Math.random()}`,
      }));
      await happenings.append(rows);
      process.stdout.write(rows.map(({ code }) => `event ${code}\n`).join(''));
    }
  };
  await Promise.all([work(), work(), work(), work(), happen()]);
} catch (error) {
  process.stderr.write(`${error instanceof StorageError ? error.message : String(error)}\n`);
  process.exit(1);
}
