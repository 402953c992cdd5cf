import { randomBytes } from 'node:crypto';
import { readSchemaFolder } from '../../../schemas/folder.ts';
import { compileProduct } from '../../../schemas/model/compile.ts';
import type { EntityModel, JsonObject, ProductModel } from '../../../schemas/model/types.ts';
import { VISIT_SCHEMA, type Visit } from '../../../tests/contract/support/visitSchema.ts';
import type { Database } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { Sealer } from '../sealer.ts';
import { createServices, type Services } from '../services.ts';
import { Events } from './events.ts';
import { Rollup } from './rollups.ts';

const { files } = readSchemaFolder('schemas');

/** The product with visits, and parts laid over `events` and the properties of them. */
export function visitProduct(events: JsonObject = {}, properties: JsonObject = {}): ProductModel {
  const own = VISIT_SCHEMA['x-entity'] as JsonObject;
  const content = {
    ...VISIT_SCHEMA,
    'x-entity': { ...own, events: { ...(own['events'] as JsonObject), ...events } },
    properties: { ...(VISIT_SCHEMA['properties'] as JsonObject), ...properties },
  };
  const { product, problems } = compileProduct([...files, { file: 'visit.schema.json', content }]);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return product;
}

/** Visits on a database, whose table is brought to the model first. */
export interface Visits {
  services: Services;
  model: EntityModel;
  events: Events<Visit>;
  rollup(id: string): Rollup;
}

export async function visitsOn(db: Database, product = visitProduct()): Promise<Visits> {
  const services = createServices({ db, product, sealer: new Sealer(randomBytes(32)) });
  const resource = services.catalog.require('visit');
  await migrate(db, [resource.model]);
  return {
    services,
    model: resource.model,
    events: new Events<Visit>(services, resource),
    rollup: (id) => new Rollup(db, resource.model, id),
  };
}
