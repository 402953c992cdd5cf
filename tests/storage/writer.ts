/** Program that writes records continuously and prints the id of each acknowledged one; killed by the test. */
import process from 'node:process';
import { Store } from '../../services/engine/resources/write/store.ts';
import { StorageError } from '../../services/engine/storage/database.ts';
import { migrate } from '../../services/engine/storage/migrate.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { field, model } from '../../services/engine/storage/testModels.ts';

const thing = model('thing', [field('name', { unique: true })], { list: { search: ['name'] } });
const [dataDir = ''] = process.argv.slice(2);
try {
  const db = await openDatabase({ dataDir });
  await migrate(db, [thing]);
  const things = new Store(db, thing);
  process.stdout.write('ready\n');
  const work = async (): Promise<never> => {
    for (;;) {
      const { id } = await things.create({ name: `${process.pid} ${Math.random()}` });
      process.stdout.write(`${id}\n`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
} catch (error) {
  process.stderr.write(`${error instanceof StorageError ? error.message : String(error)}\n`);
  process.exit(1);
}
