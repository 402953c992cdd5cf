import { entityForRole, type EntityRole } from '../../../schemas/model/entityRoles.ts';
import type { Entities } from '../../../schemas/generated/types.ts';
import { createSchemaValidator } from '../../../schemas/model/ajv.ts';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import { findInUsePaths } from '../../../schemas/model/findInUsePaths.ts';
import type { EntityModel, FieldModel, FormSchemaModel, ProductModel } from '../../../schemas/model/types.ts';
import { createRightsReader, type Rights } from '../http/access.ts';
import { type ApiError, notFound } from '../http/errors.ts';
import { hasFiles } from '../files/fields.ts';
import type { Queryable } from '../storage/database.ts';
import { createListQueryParser } from './listQuery.ts';
import { referringFields, uniqueItemLists } from '../storage/referenceIndex.ts';
import { type MatchNestedPath, createNestedPathMatcher } from './nestedPaths.ts';
import { Repository } from './repository.ts';
import { hasSecrets } from './secrets.ts';
import { lockedFields, type LockedField } from './write/lockedFields.ts';
import { hasWebhooks } from './write/webhooks.ts';

/** One entity with everything that its requests need, computed once. */
export interface Resource {
  model: EntityModel;
  repository: Repository;
  validator: SchemaValidator;
  queryParser: ReturnType<typeof createListQueryParser>;
  hasSecrets: boolean;
  /** Some field holds an address that the server calls. */
  hasWebhooks: boolean;
  /** Reading some field takes a right of its own. */
  hasRestrictedFields: boolean;
  /** Fields that not everybody may set or change. */
  lockedFields: LockedField[];
  /** Fields that refer to records, by path. */
  referenceFields: Map<string, FieldModel>;
  /** Some list has items that only one record may contain. */
  hasUniqueItems: boolean;
  /** Some field holds files. */
  hasFiles: boolean;
  /** Some texts may contain variables. */
  hasVariables: boolean;
  /** The parent record of a nested collection: the field that refers to it, and its id. */
  scope?: { field: string; id: string };
  /** Thrown once the caller is authorized: the parent is of a kind that has no such records. */
  parentError?: ApiError;
  /** Fields whose values in use its conditions depend on, as `entity.field`. */
  inUseFields: string[];
}

/** An input form of an action, with its validator. */
export interface InputForm {
  model: FormSchemaModel;
  validator: SchemaValidator;
}

/** A product's resources and forms, ready to be served. Another product gets a new catalog. */
export class Catalog {
  /** Finds the nested collection of an address. */
  readonly matchNestedPath: MatchNestedPath;
  readonly rights: (roles: readonly string[]) => Rights;
  private readonly byPath: Map<string, Resource>;
  private readonly byName: Map<string, Resource>;
  private readonly forms: Map<string, InputForm>;
  private readonly ownForms: Map<string, InputForm>;
  /** Catalogs of the same product on other databases, such as replicas. */
  private readonly catalogsByDatabase = new WeakMap<Queryable, Catalog>();

  /** @param base the product's catalog on another database: all but the repositories is shared with it */
  constructor(
    readonly product: ProductModel,
    db: Queryable,
    base?: Catalog,
  ) {
    const resources = base
      ? [...base.byName.values()].map((resource) => resourceWithDatabase(resource, db))
      : product.entities.map((model) => createResource(model, db));
    const topLevel = resources.filter(({ model }) => model.parent === undefined);
    this.byPath = new Map(topLevel.map((resource) => [resource.model.path, resource]));
    this.matchNestedPath = base?.matchNestedPath ?? createNestedPathMatcher(product.entities);
    this.byName = new Map(resources.map((resource) => [resource.model.name, resource]));
    this.forms =
      base?.forms ??
      new Map(
        product.forms.map((form) => [
          form.name,
          { model: form, validator: createSchemaValidator(form.schema) },
        ]),
      );
    this.ownForms = new Map(
      [...this.forms.values()].flatMap((form) => {
        const entity = form.model.of;
        return entity === undefined || this.byName.get(entity)?.model.single ? [] : [[entity, form]];
      }),
    );
    this.rights = base?.rights ?? createRightsReader(product);
  }

  /** The same catalog on another database. */
  withDatabase(db: Queryable): Catalog {
    const found = this.catalogsByDatabase.get(db) ?? new Catalog(this.product, db, this);
    this.catalogsByDatabase.set(db, found);
    return found;
  }

  /** @throws ApiError 404 for a collection that the product does not have */
  requireByPath(path: string): Resource {
    const resource = this.byPath.get(path);
    if (!resource) throw notFound();
    return resource;
  }

  find(entity: string): Resource | undefined {
    return this.byName.get(entity);
  }

  /** The typed repository of an entity; undefined for one that the product does not have. */
  repository<Name extends keyof Entities>(entity: Name): Repository<Entities[Name]> | undefined {
    return this.byName.get(entity)?.repository as Repository<Entities[Name]> | undefined;
  }

  /** The entity that has a role (`"provides"` in its schema); undefined if none has it. */
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

  /** The form with which people edit their own record of the entity. */
  ownForm(entity: string): InputForm | undefined {
    return this.ownForms.get(entity);
  }

  form(name: string): InputForm | undefined {
    return this.forms.get(name);
  }
}

/** The same resource on another database. */
export const resourceWithDatabase = (resource: Resource, db: Queryable): Resource => ({
  ...resource,
  repository: resource.repository.within(db),
});

function createResource(model: EntityModel, db: Queryable): Resource {
  let hasVariables = false;
  let hasRestrictedFields = false;
  walkFields(model.fields, (field) => {
    hasVariables ||= field.variables;
    hasRestrictedFields ||= field.access.read !== undefined;
  });
  return {
    model,
    repository: new Repository(db, model),
    validator: createSchemaValidator(model.schema),
    queryParser: createListQueryParser(model),
    hasSecrets: hasSecrets(model),
    hasWebhooks: hasWebhooks(model),
    hasRestrictedFields,
    lockedFields: lockedFields(model.fields),
    referenceFields: referringFields(model),
    hasUniqueItems: uniqueItemLists(model).length > 0,
    hasFiles: hasFiles(model.fields),
    hasVariables,
    inUseFields: findInUsePaths(model.fields),
  };
}
