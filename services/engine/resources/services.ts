import { entityForRole } from '../../../schemas/model/provided.ts';
import type { ProductModel } from '../../../schemas/model/types.ts';
import { ChangePublisher } from '../live/changes.ts';
import { PUBLIC_ONLY, type AddressPolicy } from '../outbound/addressPolicy.ts';
import type { Database } from '../storage/database.ts';
import { ActionRegistry } from './actions.ts';
import { Authors } from './authors.ts';
import { Catalog } from './catalog.ts';
import type { SecretBox } from './secretBox.ts';

/** What the resources work with. */
export interface Services {
  db: Database;
  catalog: Catalog;
  actions: ActionRegistry;
  authors: Authors;
  /** Encrypts what is secret before it is stored. */
  secretBox: SecretBox;
  /** Where addresses may lead that people type for the services to call. */
  webhookPolicy: AddressPolicy;
  /** Tells consoles what was committed. */
  changes: ChangePublisher;
  /** Told of what went wrong after an answer's change was stored. */
  onFault(error: unknown): void;
}

interface ServiceOptions {
  db: Database;
  product: ProductModel;
  secretBox: SecretBox;
  /** Default: the public internet. */
  webhookPolicy?: AddressPolicy;
  actions?: ActionRegistry;
  onFault?: (error: unknown) => void;
}

/** The services of one product on one database. @param options.onFault by default a fault is thrown on */
export function createServices({
  db,
  product,
  secretBox,
  webhookPolicy = PUBLIC_ONLY,
  actions,
  onFault,
}: ServiceOptions): Services {
  const rethrow = (error: unknown): never => {
    throw error;
  };
  return {
    db,
    catalog: new Catalog(product, db),
    actions: actions ?? new ActionRegistry(),
    authors: new Authors(db, entityForRole(product.entities, 'users')),
    secretBox,
    webhookPolicy,
    changes: new ChangePublisher(db, onFault),
    onFault: onFault ?? rethrow,
  };
}

/** Services whose records come from the database that a reading was sent to. */
export interface ReadServices {
  services: Services;
  /** They are as of this moment; undefined where they are as of now. */
  asOf?: Date;
}

/**
 * The same services, for what only reads and may be some seconds old: on a replica where there is one that can be used.
 * @param person never sees less than what that person wrote; undefined where nobody in particular asks
 */
export async function readServices(services: Services, person?: string): Promise<ReadServices> {
  const { replica } = services.db;
  if (!replica) return { services };
  const { db, asOf } = await replica.choose(person);
  if (asOf === undefined) return { services };
  return { services: { ...services, db, catalog: services.catalog.withDatabase(db) }, asOf };
}
