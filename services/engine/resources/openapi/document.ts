import { ME_ID, singleRecordId } from '../../../../schemas/model/single.ts';
import { isRestorable } from '../../../../schemas/model/restorable.ts';
import { isWritable } from '../../../../schemas/model/sources.ts';
import type {
  EntityModel,
  FormSchemaModel,
  Json,
  JsonObject,
  ProductModel,
} from '../../../../schemas/model/types.ts';
import type { ActionRegistry } from '../actions.ts';
import { filterFields, sortFields } from '../listQuery.ts';
import { COMMON_SCHEMAS, entityComponents, json, ref, ERROR_RESPONSES, schemaName } from './components.ts';
import { actionPaths } from './actionPaths.ts';
import { deletedPaths, BULK_IDS_BODY } from './deletedPaths.ts';
import { bulkPaths, exchangeOperations } from './exchangePaths.ts';
import { filterParameters, KEYWORD, PAGE } from './listParameters.ts';
import { ID, operation, query, type Spec } from './operation.ts';
import { REQUEST_KEY_PARAMETER, withRequestKeys } from './requestKeys.ts';
import { rollupPaths } from './rollupPaths.ts';
import { viewPaths } from './viewPaths.ts';

/** Parts of the document beside the entities. */
interface Additions {
  paths: JsonObject;
  /** Events of the socket. */
  events: JsonObject;
}

function entityPaths(
  model: EntityModel,
  actions: ActionRegistry,
  forms: Set<string>,
): Record<string, JsonObject> {
  const name = schemaName(model.name);
  const base = `/api/v1/${model.path}`;
  const recordSchema = ref(name);
  const spec: Spec = (summary, id, rest) =>
    operation({ summary, tag: model.plural, id: `${id}${name}`, ...rest });
  const choiceFields = filterFields(model)
    .filter((field) => field.choices)
    .map((field) => field.name);

  const paths: Record<string, JsonObject> = {
    [base]: {
      get: spec(`List ${model.plural}`, 'list', {
        parameters: [
          ...PAGE,
          KEYWORD,
          query(
            'sort',
            { enum: sortFields(model).flatMap((field) => [field, `-${field}`]) },
            'With a minus: descending.',
          ),
          ...filterParameters(model),
        ],
        response: { type: 'array', items: recordSchema },
        errors: [400],
      }),
    },
    [`${base}/{id}`]: {
      parameters: [ID],
      get: spec(`Read a ${model.title}`, 'get', { response: recordSchema, errors: [404] }),
    },
  };
  if (isWritable(model)) addWritePaths(model, paths, spec);
  Object.assign(paths, rollupPaths(model, base, spec));
  const word = singleRecordId(model);
  if (word !== undefined) {
    paths[`${base}/${word}`] = {
      get: spec(`Read the one ${model.title}`, 'getSingle', { response: recordSchema, errors: [404] }),
      put: spec(`Replace the one ${model.title}`, 'updateSingle', {
        body: ref(`${name}Update`),
        response: recordSchema,
        errors: [400, 404, 409, 413, 422],
      }),
    };
  }
  if (choiceFields.length > 0) {
    paths[`${base}/counts`] = {
      get: spec(`Count ${model.plural} by choice`, 'count', {
        parameters: [
          { ...query('by', { enum: choiceFields }), required: true },
          KEYWORD,
          ...filterParameters(model),
        ],
        response: {
          type: 'object',
          required: ['all'],
          additionalProperties: { type: 'integer', minimum: 0, maximum: 1000 },
        },
        errors: [400],
      }),
    };
  }
  const tagFields = filterFields(model).filter(({ type }) => type === 'tags');
  if (tagFields.length > 0) {
    paths[`${base}/values`] = {
      get: spec(`Tags in use among the newest ${model.plural}`, 'values', {
        parameters: [
          { ...query('by', { enum: tagFields.map((field) => field.name) }), required: true },
          KEYWORD,
        ],
        response: { type: 'array', items: { type: 'string' } },
        errors: [400],
      }),
    };
  }
  if (model.features.duplicate) {
    paths[`${base}/{id}/duplicate`] = {
      parameters: [ID],
      post: spec(`Duplicate a ${model.title}`, 'duplicate', {
        status: 201,
        response: recordSchema,
        errors: [404, 409, 422],
      }),
    };
  }
  if (model.ordered !== undefined) {
    paths[`${base}/{id}/move`] = {
      parameters: [ID],
      post: spec(`Move a ${model.title} to another place`, 'move', {
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            after: {
              type: ['string', 'null'],
              description: 'Id of the record before it; null for the first place.',
            },
          },
        },
        response: {
          type: 'object',
          required: ['place'],
          properties: { place: { type: 'integer', minimum: 1 } },
        },
        errors: [400, 404, 422],
      }),
    };
  }
  if (model.features.history) {
    paths[`${base}/{id}/history`] = {
      parameters: [ID],
      get: spec(`History of a ${model.title}`, 'history', {
        parameters: PAGE,
        response: { type: 'array', items: ref('HistoryEntry') },
        errors: [400, 404],
      }),
    };
    paths[`${base}/{id}/restore`] = {
      parameters: [ID],
      post: spec(`Restore a ${model.title}`, 'restore', {
        body: {
          type: 'object',
          required: ['historyId', 'version'],
          additionalProperties: false,
          properties: { historyId: { type: 'string' }, version: { type: 'integer' } },
        },
        response: recordSchema,
        errors: [400, 404, 409, 422],
      }),
    };
  }
  if (isRestorable(model)) Object.assign(paths, deletedPaths(model, spec, [KEYWORD, ...PAGE]));
  Object.assign(paths, viewPaths(model, name, json, ref));
  const listParameters = [KEYWORD, ...filterParameters(model)];
  const bulkAndExchange = { ...bulkPaths(model, listParameters), ...exchangeOperations(model, json) };
  if (!isWritable(model)) Reflect.deleteProperty(bulkAndExchange, '/edit');
  for (const [suffix, { summary, id, ...rest }] of Object.entries(bulkAndExchange)) {
    paths[base + suffix] = {
      ...(suffix.includes('{id}') && { parameters: [ID] }),
      [rest.parameters ? 'get' : 'post']: spec(summary, id, { ...rest, response: {} }),
    };
  }
  Object.assign(paths, actionPaths(model, base, actions, forms, spec, paths));
  return withParent(model, paths);
}

/** Adds the operations that write records, for entities whose records are written one by one. */
function addWritePaths(model: EntityModel, paths: Record<string, JsonObject>, spec: Spec): void {
  const name = schemaName(model.name);
  const base = `/api/v1/${model.path}`;
  const recordSchema = ref(name);
  Object.assign(paths[base] ?? {}, {
    post: spec(`Create a ${model.title}`, 'create', {
      body: ref(`${name}Create`),
      status: 201,
      response: { allOf: [recordSchema, ref('ShownOnce')] },
      errors: [400, 409, 413, 422],
    }),
  });
  Object.assign(paths[`${base}/{id}`] ?? {}, {
    put: spec(`Replace a ${model.title}`, 'update', {
      body: ref(`${name}Update`),
      response: recordSchema,
      errors: [400, 404, 409, 413, 422],
    }),
    delete: spec(`Delete a ${model.title}`, 'delete', { response: recordSchema, errors: [404, 409] }),
  });
  paths[`${base}/{id}/used-by`] = {
    parameters: [ID],
    get: spec(`Records that prevent the deletion of a ${model.title}`, 'usedBy', {
      response: ref('Uses'),
      errors: [404],
    }),
  };
  paths[`${base}/used-by`] = {
    post: spec(`Records that prevent the deletion of several ${model.plural}`, 'usedByMany', {
      body: BULK_IDS_BODY,
      response: {
        type: 'object',
        description: 'By id; unused records are absent.',
        additionalProperties: ref('Uses'),
      },
      errors: [400, 413, 422],
    }),
  };
  paths[`${base}/delete`] = {
    post: spec(`Delete several ${model.plural}`, 'deleteMany', {
      body: BULK_IDS_BODY,
      response: ref('BulkDeleted'),
      errors: [400, 413, 422],
    }),
  };
}

/** Adds the parent's id to the parameters of a nested collection. */
function withParent({ parent }: EntityModel, paths: Record<string, JsonObject>): Record<string, JsonObject> {
  if (!parent) return paths;
  const id: JsonObject = { ...ID, name: parent.field };
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      { ...item, parameters: [id, ...((item['parameters'] as Json[] | undefined) ?? [])] },
    ]),
  );
}

/** Paths with which people read and change their own record, whatever their role. */
function ownRecordPaths(
  form: FormSchemaModel,
  product: ProductModel,
  actions: ActionRegistry,
): Record<string, JsonObject> {
  const model = product.entities.find(({ name, single }) => name === form.of && !single);
  if (!model) return {};
  const name = schemaName(model.name);
  const additions: JsonObject = {
    type: 'object',
    properties: actions.ownRecordAdditions(model.name)?.properties ?? {},
  };
  const response: JsonObject = { allOf: [ref(name), additions] };
  const shared = { tag: model.plural, response };
  return {
    [`/api/v1/${model.path}/${ME_ID}`]: {
      get: operation({
        ...shared,
        summary: `Own data of the signed-in person, whatever their role`,
        id: `getOwn${name}`,
        errors: [404],
      }),
      put: operation({
        ...shared,
        summary: 'Change own data; missing fields stay',
        id: `updateOwn${name}`,
        body: {
          type: 'object',
          properties: { ...(form.schema['properties'] as JsonObject), version: { type: 'integer' } },
          additionalProperties: false,
        },
        errors: [400, 404, 409, 413, 422],
      }),
    },
  };
}

/** Builds the OpenAPI 3.1 document of the whole API from the models. */
export function openApiDocument(
  product: ProductModel,
  actions: ActionRegistry,
  version: string,
  { paths: additionalPaths, events }: Additions = { paths: {}, events: {} },
): JsonObject {
  const forms = new Set(product.forms.map((form) => form.name));
  const paths = Object.assign(
    {},
    ...product.entities.map((model) => entityPaths(model, actions, forms)),
    ...product.forms.map((form) => ownRecordPaths(form, product, actions)),
    additionalPaths,
  ) as JsonObject;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Messaging console',
      version,
      description: 'Every call needs a bearer token unless stated otherwise.',
    },
    security: [{ bearer: [] }],
    tags: product.entities.map((model) => ({ name: model.plural, description: model.description })),
    paths: withRequestKeys(paths),
    // Sent over the socket as {event, json}; OpenAPI only describes HTTP.
    'x-events': events,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.assign(
        {},
        COMMON_SCHEMAS,
        ...product.entities.map(entityComponents),
        ...product.forms.map((form) => ({ [`${schemaName(form.name)}Form`]: form.schema })),
      ) as JsonObject,
      parameters: REQUEST_KEY_PARAMETER,
      responses: Object.fromEntries(
        Object.values(ERROR_RESPONSES).map(({ schema, description }) => [
          schema,
          { description, ...json(ref(schema)) },
        ]),
      ),
    },
  };
}
