import type { DomainModule } from '../../engine/modules/module.ts';
import type { ProductModel } from '../../../schemas/model/types.ts';
import { toReaders, type ChangePublisher } from '../../engine/live/changes.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { quotedTableName } from '../../engine/storage/sql.ts';

/** The entities that hold the network's settings; a workspace has one network. */
const NETWORK_ENTITIES = ['network', 'workspace'];

/** The id of the workspace's network: the workspace's own until the network is stored. Undefined before either is. */
export async function networkId(db: Queryable, product: ProductModel): Promise<string | undefined> {
  for (const name of NETWORK_ENTITIES) {
    const model = product.entities.find((one) => one.name === name);
    if (!model) continue;
    const [stored] = await db.query<{ id: string }>(
      `SELECT id FROM ${quotedTableName(model)} ORDER BY created_at, id LIMIT 1`,
    );
    if (stored) return stored.id;
  }
  return undefined;
}

/** Publishes `network.updated` `{id, version}` when the settings of the network change. */
function publishNetworkChanges(changes: ChangePublisher): void {
  for (const name of NETWORK_ENTITIES)
    changes.addMessage(name, ({ entity, id, version, was, now }) => ({
      to: toReaders(entity, was, now),
      message: { event: 'network.updated', json: { id, version } },
    }));
}

export const networkModule = {
  name: 'network',
  events: {
    'network.updated': {
      description: 'The settings of the workspace or of its network have changed.',
      json: {
        type: 'object',
        required: ['id', 'version'],
        properties: { id: { type: 'string' }, version: { type: 'integer' } },
      },
    },
  },
  setup: (_, { services }) => publishNetworkChanges(services().changes),
} satisfies DomainModule;
