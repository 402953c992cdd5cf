import { entityForRole, type EntityRole } from '../../../schemas/model/provided.ts';
import type { Entities } from '../../../schemas/generated/types.ts';
import { createSchemaValidator } from '../../../schemas/model/ajv.ts';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import { namesInUse } from '../../../schemas/model/inUse.ts';
import type { EntityModel, FieldModel, FormSchemaModel, ProductModel } from '../../../schemas/model/types.ts';
import { rightsReader, type Rights } from '../http/access.ts';
import { type ApiError, notFound } from '../http/errors.ts';
import { hasFiles } from '../files/fields.ts';
import type { Queryable } from '../storage/database.ts';
import { listQueryReader } from './listQuery.ts';
import { referringFields, uniqueItemLists } from '../storage/referenceIndex.ts';
import { type NestedAddresses, nestedAddresses } from './nestedAddresses.ts';
import { Repository } from './repository.ts';
import { hasSecrets } from './secrets.ts';
import { lockedFields, type LockedField } from './write/lockedFields.ts';
import { hasWebhooks } from './write/webhooks.ts';

/** One entity with everything that its requests need, worked out once. */
export interface Resource {
  model: EntityModel;
  repository: Repository;
  validator: SchemaValidator;
  query: ReturnType<typeof listQueryReader>;
  secrets: boolean;
  /** Some field holds an address that the services call. */
  webhooks: boolean;
  /** Some fields may not be read by everybody. */
  guarded: boolean;
  /** Fields that somebody, or nobody, may change once they are stored. */
  locked: LockedField[];
  /** Fields that refer to records, by path. */
  referring: Map<string, FieldModel>;
  /** Some list has items that may stand in one record only. */
  uniqueItems: boolean;
  /** Some field holds files. */
  files: boolean;
  /** Texts may name variables. */
  variables: boolean;
  /** The record below which the collection was asked for: all of it refers to that one. */
  scope?: { field: string; id: string };
  /** The record above has none of them: what whoever may ask is told. */
  refusal?: ApiError;
  /** Values in use that its conditions ask for, as `entity.field`. */
  inUse: string[];
}

/** A form that asks for an action's input, with its validator. */
export interface InputForm {
  model: FormSchemaModel;
  validator: SchemaValidator;
}

/** A product, ready to be served. A new product is a new catalog: nothing of the old one is kept. */
export class Catalog {
  /** Finds collections below records by their address. */
  readonly nested: NestedAddresses;
  readonly rights: (roles: readonly string[]) => Rights;
  private readonly byPath: Map<string, Resource>;
  private readonly byName: Map<string, Resource>;
  private readonly inputs: Map<string, InputForm>;
  private readonly own: Map<string, InputForm>;

  /** The same on other databases. */
  private readonly elsewhere = new WeakMap<Queryable, Catalog>();

  /** @param same the product's catalog on another database, of which all but the records is taken over */
  constructor(
    readonly product: ProductModel,
    db: Queryable,
    same?: Catalog,
  ) {
    const resources = same
      ? [...same.byName.values()].map((resource) => resourceOn(resource, db))
      : product.entities.map((model) => resourceOf(model, db));
    const top = resources.filter(({ model }) => model.parent === undefined);
    this.byPath = new Map(top.map((resource) => [resource.model.path, resource]));
    this.nested = same?.nested ?? nestedAddresses(product.entities);
    this.byName = new Map(resources.map((resource) => [resource.model.name, resource]));
    this.inputs =
      same?.inputs ??
      new Map(
        product.forms.map((form) => [
          form.name,
          { model: form, validator: createSchemaValidator(form.schema) },
        ]),
      );
    this.own = new Map(
      [...this.inputs.values()].flatMap((form) => {
        const entity = form.model.of;
        return entity === undefined || this.byName.get(entity)?.model.single ? [] : [[entity, form]];
      }),
    );
    this.rights = same?.rights ?? rightsReader(product);
  }

  /** The same product, with the records that another database has. */
  on(db: Queryable): Catalog {
    const found = this.elsewhere.get(db) ?? new Catalog(this.product, db, this);
    this.elsewhere.set(db, found);
    return found;
  }

  /** @throws ApiError 404 for a collection that the product does not have */
  at(path: string): Resource {
    const resource = this.byPath.get(path);
    if (!resource) throw notFound();
    return resource;
  }

  named(entity: string): Resource | undefined {
    return this.byName.get(entity);
  }

  /** The stored records of an entity, as its type; nothing for one that the product does not have. */
  typed<Name extends keyof Entities>(entity: Name): Repository<Entities[Name]> | undefined {
    return this.byName.get(entity)?.repository as Repository<Entities[Name]> | undefined;
  }

  /** The entity with a role (`"provides"` of its schema); undefined where none has it. */
  resourceWithRole(role: EntityRole): Resource | undefined {
    const model = entityForRole(this.product.entities, role);
    return model && this.byName.get(model.name);
  }

  /** @throws ApiError 404 for an entity that the product does not have */
  require(entity: string): Resource {
    const resource = this.byName.get(entity);
    if (!resource) throw notFound();
    return resource;
  }

  /** The form that opens people's own record of the entity to them. */
  ownForm(entity: string): InputForm | undefined {
    return this.own.get(entity);
  }

  form(name: string): InputForm | undefined {
    return this.inputs.get(name);
  }
}

/** The same resource, with the records that another database has. */
export const resourceOn = (resource: Resource, db: Queryable): Resource => ({
  ...resource,
  repository: resource.repository.within(db),
});

function resourceOf(model: EntityModel, db: Queryable): Resource {
  let variables = false;
  let guarded = false;
  walkFields(model.fields, (field) => {
    variables ||= field.variables;
    guarded ||= field.access.read !== undefined;
  });
  return {
    model,
    repository: new Repository(db, model),
    validator: createSchemaValidator(model.schema),
    query: listQueryReader(model),
    secrets: hasSecrets(model),
    webhooks: hasWebhooks(model),
    guarded,
    locked: lockedFields(model.fields),
    referring: referringFields(model),
    uniqueItems: uniqueItemLists(model).length > 0,
    files: hasFiles(model.fields),
    variables,
    inUse: namesInUse(model.fields),
  };
}
