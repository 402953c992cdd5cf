import { createCheck } from '../../schemas/model/ajv.ts';
import type { Check } from '../../schemas/model/check.ts';
import { walkFields } from '../../schemas/model/fields.ts';
import type { EntityModel, FieldModel, FormSchemaModel, ProductModel } from '../../schemas/model/types.ts';
import { rightsReader, type Rights } from '../plugins/access.ts';
import { notFound } from '../plugins/errors.ts';
import type { Queryable } from '../storage/database.ts';
import { listQueryReader } from './listQuery.ts';
import { Repository } from './repository.ts';
import { hasSecrets } from './secrets.ts';

/** One entity with everything that its requests need, worked out once. */
export interface Resource {
  model: EntityModel;
  repository: Repository;
  check: Check;
  query: ReturnType<typeof listQueryReader>;
  secrets: boolean;
  /** Fields that somebody may not read. */
  guarded: FieldModel[];
  /** Fields that somebody, or nobody, may change once they are stored. */
  locked: FieldModel[];
  refers: boolean;
  /** Texts may name variables. */
  variables: boolean;
}

/** A form that asks for an action's input, with its check. */
export interface InputForm {
  model: FormSchemaModel;
  check: Check;
}

/** A product, ready to be served. A new product is a new catalog: nothing of the old one is kept. */
export class Catalog {
  readonly rights: (roles: readonly string[]) => Rights;
  private readonly byPath: Map<string, Resource>;
  private readonly byName: Map<string, Resource>;
  private readonly inputs: Map<string, InputForm>;

  constructor(
    readonly product: ProductModel,
    db: Queryable,
  ) {
    const resources = product.entities.map((model) => resourceOf(model, db));
    this.byPath = new Map(resources.map((resource) => [resource.model.path, resource]));
    this.byName = new Map(resources.map((resource) => [resource.model.name, resource]));
    this.inputs = new Map(
      product.forms.map((form) => [form.name, { model: form, check: createCheck(form.schema) }]),
    );
    this.rights = rightsReader(product);
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

  form(name: string): InputForm | undefined {
    return this.inputs.get(name);
  }
}

function resourceOf(model: EntityModel, db: Queryable): Resource {
  let refers = false;
  let variables = false;
  walkFields(model.fields, (field) => {
    refers ||= field.reference !== undefined;
    variables ||= field.variables;
  });
  return {
    model,
    repository: new Repository(db, model),
    check: createCheck(model.schema),
    query: listQueryReader(model),
    secrets: hasSecrets(model),
    guarded: model.fields.filter((field) => field.access.read),
    locked: model.fields.filter(
      (field) =>
        field.access.read ??
        field.access.write ??
        field.readOnlyWhen ??
        (field.readOnly || field.mode.edit === 'read'),
    ),
    refers,
    variables,
  };
}
