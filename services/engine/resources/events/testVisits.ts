import { randomBytes } from 'node:crypto';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import { visitProduct } from '../../../../tests/contract/support/visitProduct.ts';
import type { Visit } from '../../../../tests/contract/support/visitSchema.ts';
import type { Database } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { SecretBox } from '../secretBox.ts';
import { createServices, type Services } from '../services.ts';
import { Events } from './events.ts';
import { Rollup } from './rollups.ts';

/** The events and roll-ups of a test entity `visit`, on a migrated database. */
export interface Visits {
  services: Services;
  model: EntityModel;
  events: Events<Visit>;
  rollup(id: string): Rollup;
}

export async function visitsOn(db: Database, product = visitProduct()): Promise<Visits> {
  const services = createServices({ db, product, secretBox: new SecretBox(randomBytes(32)) });
  const resource = services.catalog.require('visit');
  await migrate(db, [resource.model]);
  return {
    services,
    model: resource.model,
    events: new Events<Visit>(services, resource),
    rollup: (id) => new Rollup(db, resource.model, id),
  };
}
