import type { DomainModule } from '../domain/module.ts';
import type { ProductModel } from '../../schemas/model/types.ts';
import { readersOf, type Changes } from '../live/changes.ts';
import type { Queryable } from '../storage/database.ts';
import { tableOf } from '../storage/sql.ts';

/** The id of the workspace's network: the workspace's own, for there is one of each. Undefined before it is stored. */
export async function networkId(db: Queryable, product: ProductModel): Promise<string | undefined> {
  const workspace = product.entities.find(({ name }) => name === 'workspace');
  if (!workspace) return undefined;
  const [stored] = await db.query<{ id: string }>(
    `SELECT id FROM ${tableOf(workspace)} ORDER BY created_at, id LIMIT 1`,
  );
  return stored?.id;
}

/** Tells consoles `network.updated` `{id, version}` when the settings of the workspace, which are its network's, change. */
function tellNetwork(changes: Changes): void {
  changes.also('workspace', ({ entity, id, version, was, now }) => ({
    to: readersOf(entity, was, now),
    message: { event: 'network.updated', json: { id, version } },
  }));
}

export const networkModule = {
  name: 'network',
  entity: 'workspace',
  events: {
    'network.updated': {
      description: 'The settings of the workspace, which are its network’s, have changed.',
      json: {
        type: 'object',
        required: ['id', 'version'],
        properties: { id: { type: 'string' }, version: { type: 'integer' } },
      },
    },
  },
  setup: (_, { services }) => tellNetwork(services().changes),
} satisfies DomainModule;
