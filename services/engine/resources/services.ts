import { entityForRole } from '../../../schemas/model/entityRoles.ts';
import type { ProductModel } from '../../../schemas/model/types.ts';
import { ChangePublisher } from '../live/changes.ts';
import { PUBLIC_ONLY, type AddressPolicy } from '../outbound/addressPolicy.ts';
import type { Database } from '../storage/database.ts';
import { ActionRegistry } from './actions.ts';
import { Authors } from './authors.ts';
import { Catalog } from './catalog.ts';
import type { SecretBox } from './secretBox.ts';

/** What the code of the resources depends on. */
export interface Services {
  db: Database;
  catalog: Catalog;
  actions: ActionRegistry;
  authors: Authors;
  /** Encrypts secrets before they are stored. */
  secretBox: SecretBox;
  /** Which addresses that people enter the server may call. */
  webhookPolicy: AddressPolicy;
  /** Publishes committed changes to open consoles. */
  changes: ChangePublisher;
  /** Receives errors that happen after a change was committed. */
  onError(error: unknown): void;
}

interface ServiceOptions {
  db: Database;
  product: ProductModel;
  secretBox: SecretBox;
  /** Default: the public internet. */
  webhookPolicy?: AddressPolicy;
  actions?: ActionRegistry;
  onError?: (error: unknown) => void;
}

/** The services of one product on one database. @param options.onError by default the error is rethrown */
export function createServices({
  db,
  product,
  secretBox,
  webhookPolicy = PUBLIC_ONLY,
  actions,
  onError,
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
    changes: new ChangePublisher(db, onError),
    onError: onError ?? rethrow,
  };
}

/** Services that read from the primary database or from a replica. */
export interface ReadServices {
  services: Services;
  /** How recent the replica's data are; undefined when the primary is read. */
  asOf?: Date;
}

/**
 * Chooses a database for a read that may be some seconds old: a usable replica, otherwise the primary.
 * @param person id of the reader, who always sees their own changes; undefined when there is no particular reader
 */
export async function readServices(services: Services, person?: string): Promise<ReadServices> {
  const { replica } = services.db;
  if (!replica) return { services };
  const { db, asOf } = await replica.chooseDatabase(person);
  if (asOf === undefined) return { services };
  return { services: { ...services, db, catalog: services.catalog.withDatabase(db) }, asOf };
}
