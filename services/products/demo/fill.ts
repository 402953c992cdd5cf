import { SOURCES } from '../../../schemas/model/sources.ts';
import type { EntityModel, ProductModel } from '../../../schemas/model/types.ts';
import type { DomainModule, DemoRecord } from '../../engine/modules/module.ts';
import { lockFirstRecords } from '../management/index.ts';
import type { SecretBox } from '../../engine/resources/secretBox.ts';
import { sealStored } from '../../engine/resources/secrets.ts';
import { seedEvents } from '../../engine/resources/events/seedEvents.ts';
import { seedRecords } from '../../engine/resources/write/seed.ts';
import type { Database, Queryable } from '../../engine/storage/database.ts';
import { liveFields, liveTableName } from '../../engine/storage/liveFields.ts';
import { tableName, quotedTableName } from '../../engine/storage/sql.ts';
import { withoutIndexes } from '../../engine/storage/withoutIndexes.ts';
import type { Administration, UserPool } from '../../engine/userPool/index.ts';
import { DEMO_PASSWORD, demoMembers, FIRST_TIME_PASSWORD, FIRST_TIME_USERNAME } from './people.ts';
import { Random } from '../../engine/modules/random.ts';
import { demoWorkspace } from './workspace.ts';
import { textOf } from '../../../schemas/model/text.ts';

/** From this many rows on, dropping the indexes and rebuilding them afterwards is faster. */
const MIN_ROWS_TO_DROP_INDEXES = 1000;
/** User attribute of demo sign-ins, whose passwords are public. */
const DEMO_ATTRIBUTE = 'custom:demo';

interface FillOptions {
  db: Database;
  product: ProductModel;
  /** Modules that provide demo rows. */
  modules: readonly DomainModule[];
  secretBox: SecretBox;
  /** Absent with a managed pool: the demo's members sign in there. */
  userPool?: UserPool;
  now?: Date;
  profiles?: number;
}

/** Whether nothing has been stored yet. */
export async function isEmpty(db: Queryable, product: ProductModel): Promise<boolean> {
  const isStored = ({ source }: EntityModel): boolean => SOURCES[source].stored;
  // Views last: they are slow to query, and rarely have rows when no table has.
  const models = [...product.entities].sort((one, other) => Number(isStored(other)) - Number(isStored(one)));
  for (const model of models) {
    if ((await db.query(`SELECT 1 FROM ${quotedTableName(model)} LIMIT 1`)).length > 0) return false;
  }
  return true;
}

/** Whether enabled demo sign-ins exist, whose passwords are documented publicly. */
export async function hasDemoSignIns(userPool: UserPool): Promise<boolean> {
  return (await userPool.list()).some((user) => user.attributes[DEMO_ATTRIBUTE] === '1' && user.enabled);
}

/**
 * Fills an empty database with the demo workspace and its sign-ins, in one transaction. Of concurrent starts one fills it,
 * and the others wait. @returns whether it was filled
 */
export async function fillDemo({
  db,
  product,
  modules,
  secretBox,
  userPool,
  now = new Date(),
  profiles,
}: FillOptions): Promise<boolean> {
  const fill = async (tx: Queryable, administration?: Administration): Promise<boolean> => {
    await lockFirstRecords(tx);
    if (!(await isEmpty(tx, product))) return false;
    const memberIds = administration && (await createSignIns(administration, product));
    const workspace = demoWorkspace(product, { modules, now, profiles, memberIds });
    for (const model of product.entities) {
      const rows = (workspace.get(model.name) ?? []).map((row) => sealStored(model, row, secretBox));
      await insert(tx, model, rows as DemoRecord[], now);
    }
    return true;
  };
  if (!userPool) return db.transaction((tx) => fill(tx));
  return (await userPool.administer((administration, tx) => fill(tx, administration))).result;
}

/** Ids by username; a sign-in that is there already keeps its password. */
async function createSignIns(
  administration: Administration,
  product: ProductModel,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const member of demoMembers(Object.keys(product.access.roles), new Random(0))) {
    const username = textOf(member['username']);
    const person = {
      username,
      email: textOf(member['email']),
      name: textOf(member['name']),
      roles: member['roles'] as string[],
      attributes: { [DEMO_ATTRIBUTE]: '1' },
    };
    const password =
      username === FIRST_TIME_USERNAME
        ? { temporaryPassword: FIRST_TIME_PASSWORD }
        : { password: DEMO_PASSWORD };
    const user =
      (await administration.find(username)) ?? (await administration.create({ ...person, ...password }));
    ids.set(username, user.sub);
  }
  return ids;
}

async function insert(tx: Queryable, model: EntityModel, records: DemoRecord[], now: Date): Promise<void> {
  if (model.events) return seedEvents(tx, model, records, now);
  const seeds = records.map(({ id, createdAt, ...values }, index) => ({
    id,
    values,
    // An hour apart, so that lists sorted by time have a plausible order.
    createdAt: createdAt ?? new Date(now.getTime() - (records.length - index) * 3_600_000).toISOString(),
  }));
  if (seeds.length < MIN_ROWS_TO_DROP_INDEXES) return seedRecords(tx, model, seeds);
  const liveTables = liveFields(model).length > 0 ? [liveTableName(model.name)] : [];
  await withoutIndexes(tx, [tableName(model.name), ...liveTables], () => seedRecords(tx, model, seeds));
}
