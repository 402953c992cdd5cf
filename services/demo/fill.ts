import type { EntityModel, ProductModel } from '../../schemas/model/types.ts';
import { toData } from '../resources/recordShape.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { tableOf } from '../storage/sql.ts';
import type { UserPool } from '../userPool/index.ts';
import { DEMO_PASSWORD, demoMembers, FIRST_TIME_PASSWORD, FIRST_TIME_USERNAME } from './people.ts';
import { Random } from './random.ts';
import { demoWorkspace, type DemoRecord } from './workspace.ts';

/** Marks the users whose passwords are public. */
const MARK = 'custom:demo';
/** Rows that one statement inserts. */
const ROWS_AT_ONCE = 1000;

export interface FillOptions {
  db: Database;
  product: ProductModel;
  /** Left out with a managed pool: then the workspace has members, but they sign in there. */
  userPool?: UserPool;
  now?: Date;
  profiles?: number;
}

/** Whether nothing has been stored yet. */
export async function isEmpty(db: Database, product: ProductModel): Promise<boolean> {
  for (const model of product.entities) {
    if ((await db.query(`SELECT 1 FROM ${tableOf(model)} LIMIT 1`)).length > 0) return false;
  }
  return true;
}

/** Whether sign-ins exist whose passwords anybody can read in the documentation. */
export async function hasDemoSignIns(userPool: UserPool): Promise<boolean> {
  return (await userPool.list()).some((user) => user.attributes[MARK] === '1' && user.enabled);
}

/** Fills an empty database with the demo workspace; leaves any other alone. True when it was filled. */
export async function fillDemo({
  db,
  product,
  userPool,
  now = new Date(),
  profiles,
}: FillOptions): Promise<boolean> {
  if (!(await isEmpty(db, product))) return false;
  const memberIds = userPool && (await createSignIns(userPool, product));
  const workspace = demoWorkspace(product, { now, profiles, memberIds });
  await db.transaction(async (tx) => {
    for (const model of product.entities) await insert(tx, model, workspace.get(model.name) ?? [], now);
  });
  return true;
}

/** Ids by username; a sign-in that is there already keeps its password. */
async function createSignIns(userPool: UserPool, product: ProductModel): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const member of demoMembers(Object.keys(product.access.roles), new Random(0))) {
    const username = String(member['username']);
    const person = {
      username,
      email: String(member['email']),
      name: String(member['name']),
      roles: member['roles'] as string[],
      attributes: { [MARK]: '1' },
    };
    const password =
      username === FIRST_TIME_USERNAME
        ? { temporaryPassword: FIRST_TIME_PASSWORD }
        : { password: DEMO_PASSWORD };
    const user = (await userPool.find(username)) ?? (await userPool.createUser({ ...person, ...password }));
    ids.set(username, user.sub);
  }
  return ids;
}

async function insert(tx: Queryable, model: EntityModel, records: DemoRecord[], now: Date): Promise<void> {
  for (let start = 0; start < records.length; start += ROWS_AT_ONCE) {
    const rows = records.slice(start, start + ROWS_AT_ONCE);
    await tx.query(
      `INSERT INTO ${tableOf(model)} (id, data, created_at, updated_at)
       SELECT id, data, at, at FROM unnest($1::uuid[], $2::jsonb[], $3::timestamptz[]) AS row(id, data, at)`,
      [
        rows.map(({ id }) => id),
        rows.map(({ id: _id, createdAt: _createdAt, ...own }) => toData(model, own)),
        // One after another, so that lists by time have an order that people would expect.
        rows.map(
          ({ createdAt }, index) =>
            createdAt ?? new Date(now.getTime() - (records.length - start - index) * 3_600_000).toISOString(),
        ),
      ],
      { prepare: false },
    );
  }
}
