import { randomBytes } from 'node:crypto';
import type { EntityModel } from '../../schemas/model/types.ts';
import { visitProduct } from '../contract/support/visitProduct.ts';
import type { Visit } from '../contract/support/visitSchema.ts';
import type { Database } from '../../services/engine/storage/database.ts';
import { migrate } from '../../services/engine/storage/migrate.ts';
import { SecretBox } from '../../services/engine/resources/secretBox.ts';
import { createServices, type Services } from '../../services/engine/resources/services.ts';
import { Events } from '../../services/engine/resources/events/events.ts';
import { RollupReader } from '../../services/engine/resources/events/rollups.ts';

/** Visits on a database, whose table is brought to the model first. */
export interface Visits {
  services: Services;
  model: EntityModel;
  events: Events<Visit>;
  rollup(id: string): RollupReader;
}

export async function visitsOn(db: Database, product = visitProduct()): Promise<Visits> {
  const services = createServices({ db, product, secretBox: new SecretBox(randomBytes(32)) });
  const resource = services.catalog.require('visit');
  await migrate(db, [resource.model]);
  return {
    services,
    model: resource.model,
    events: new Events<Visit>(services, resource),
    rollup: (id) => new RollupReader(db, resource.model, id),
  };
}
