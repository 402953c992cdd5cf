import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import { COUNTS_KEY, computedFields, TEXTS_KEY } from '../computed.ts';
import { MAX_TAB_COUNT } from '../repository.ts';
import { isWritable } from '../../../../schemas/model/sources.ts';
import type { EntityModel, FieldModel, JsonObject, JsonSchema } from '../../../../schemas/model/types.ts';

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
/** JSON content of a request or response. */
export const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
/** A 200 response with a JSON schema, and the error responses of these statuses. */
export const jsonResponses = (schema: JsonObject, ...failures: number[]): JsonObject => ({
  200: { description: 'Done.', ...json(schema) },
  ...Object.fromEntries(
    failures.map((code) => [code, { $ref: `#/components/responses/${ERROR_RESPONSES[code]?.schema}` }]),
  ),
});

/** Converts `message-template` to `MessageTemplate`. */
export function schemaName(entity: string): string {
  return entity.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

const SYSTEM_PROPERTIES: JsonObject = {
  id: { type: 'string' },
  version: { type: 'integer', minimum: 1 },
  createdAt: { type: 'string', format: 'date-time' },
  updatedAt: { type: 'string', format: 'date-time' },
  createdBy: { type: ['string', 'null'] },
  updatedBy: { type: ['string', 'null'] },
};

/** The schemas of an entity: for reading and, if its records are written, for creating and replacing. */
export function entityComponents(model: EntityModel): JsonObject {
  const name = schemaName(model.name);
  const schema = withoutOwnKeywords(model.schema);
  const properties = { ...(schema['properties'] as JsonObject | undefined) };
  for (const { name: live } of model.fields.filter((field) => field.live))
    properties[live] = { ...(properties[live] as JsonObject), readOnly: true };
  const required = model.fields
    .filter((field) => field.required && !field.readOnly)
    .map((field) => field.name);
  const readSchema: JsonObject = {
    [name]: {
      type: 'object',
      title: model.title,
      description: model.description,
      required: ['id', 'version', 'createdAt', 'updatedAt'],
      properties: { ...properties, ...computedProperties(model), ...SYSTEM_PROPERTIES },
    },
  };
  if (!isWritable(model)) return readSchema;
  return {
    ...readSchema,
    [`${name}Create`]: {
      ...schema,
      properties,
      title: `New ${model.title}`,
      required,
      additionalProperties: false,
    },
    [`${name}Update`]: {
      ...schema,
      title: `Changed ${model.title}`,
      required: [...required, 'version'],
      properties: { ...properties, ...computedProperties(model), ...SYSTEM_PROPERTIES },
      additionalProperties: false,
    },
  };
}

/** Properties of computed values: in responses, ignored in requests. */
function computedProperties(model: EntityModel): JsonObject {
  const fields = computedFields(model);
  const count: JsonObject = { type: 'integer', minimum: 0, maximum: MAX_TAB_COUNT };
  const objectOf = (properties: readonly FieldModel[], shape: JsonObject): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, title }) => [name, { ...shape, title }])),
  });
  const counted = fields.filter(({ computed }) => computed?.count);
  const texts = fields.filter(({ computed }) => computed?.text !== undefined);
  return {
    ...(counted.length > 0 && { [COUNTS_KEY]: objectOf(counted, count) }),
    ...(texts.length > 0 && { [TEXTS_KEY]: objectOf(texts, { type: 'string' }) }),
  };
}

/** The schema without the product's own keywords, which other tools do not know. */
function withoutOwnKeywords(schema: JsonSchema): JsonObject {
  const strip = (value: JsonObject[string]): JsonObject[string] => {
    if (Array.isArray(value)) return value.map(strip);
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).filter(
      ([key]) => !key.startsWith('x-') && key !== '$schema' && key !== '$id',
    );
    return Object.fromEntries(entries.map(([key, inner]) => [key, strip(inner)]));
  };
  return strip(schema) as JsonObject;
}

/** JSON Schema of a filter's value. */
export function parameterSchema(field: FieldModel): JsonObject {
  if (field.choices) return { enum: field.choices.map(({ value }) => value) };
  return traitsOf(field).jsonSchema;
}

const errorSchema = (code: string | string[], more: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { enum: [code].flat() },
    message: { type: 'string' },
    fields: ref('FieldErrors'),
    requestId: { type: 'string' },
    ...more,
  },
});

const USED_BY: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['entity', 'id', 'title'],
    properties: { entity: { type: 'string' }, id: { type: 'string' }, title: { type: 'string' } },
  },
};

const COUNT_BY_ENTITY: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['entity', 'count'],
    properties: { entity: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  },
};

/** The response of a bulk call: ids of the records that succeeded, and errors of the others. */
const bulkResponse = (done: string, further: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: [done, 'failed'],
  properties: {
    [done]: { type: 'array', items: { type: 'string' } },
    ...further,
    failed: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
});

export const COMMON_SCHEMAS: JsonObject = {
  FieldErrors: {
    type: 'object',
    description: 'Messages by JSON pointer into the body.',
    additionalProperties: { type: 'string' },
  },
  Malformed: errorSchema('MALFORMED'),
  Unauthenticated: errorSchema('UNAUTHENTICATED'),
  Forbidden: errorSchema('FORBIDDEN'),
  NotFound: errorSchema('NOT_FOUND'),
  Conflict: errorSchema(['DUPLICATE', 'IN_USE', 'STALE', 'STATE', 'LAST_ADMIN', 'SELF', 'IN_PROGRESS'], {
    usedBy: { ...USED_BY, description: 'With IN_USE: the records that use it.' },
    current: { type: 'object', description: 'With STALE and STATE: the record as it is stored now.' },
  }),
  TooLarge: errorSchema('TOO_LARGE'),
  Invalid: errorSchema('INVALID', {
    checks: {
      type: 'array',
      items: ref('CheckResult'),
      description: 'The checks that block an action, otherwise the unconfirmed warnings.',
    },
  }),
  CheckResult: {
    type: 'object',
    description: 'The result of one check of an action.',
    required: ['id', 'label', 'level', 'text'],
    properties: {
      id: { type: 'string', description: 'Its name.' },
      label: { type: 'string' },
      level: { enum: ['ok', 'warning', 'stop'] },
      text: { type: 'string' },
      details: {
        type: 'array',
        items: {
          type: 'object',
          required: ['text'],
          properties: {
            text: { type: 'string' },
            at: { type: 'string', description: 'JSON pointer of the field.' },
          },
        },
      },
      digest: {
        type: 'string',
        description: 'Confirms the warning, for this record and with these texts.',
      },
    },
  },
  TooMany: errorSchema('TOO_MANY'),
  Internal: errorSchema('INTERNAL'),
  Unavailable: errorSchema('UNAVAILABLE'),
  ShownOnce: {
    type: 'object',
    properties: {
      once: {
        type: 'object',
        description: 'Only in this response, because it is not stored.',
        required: ['title', 'value'],
        properties: {
          title: { type: 'string' },
          value: { type: 'string' },
          sentTo: { type: 'string', description: 'Where else it was sent.' },
        },
      },
    },
  },
  HistoryEntry: {
    type: 'object',
    required: ['id', 'at', 'operation', 'version'],
    properties: {
      id: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
      user: { type: ['object', 'null'], properties: { id: { type: 'string' }, name: { type: 'string' } } },
      operation: { type: 'string' },
      version: { type: 'integer' },
      before: { type: ['object', 'null'] },
      after: { type: ['object', 'null'] },
      confirmed: {
        type: 'array',
        description: 'Warnings that the person confirmed.',
        items: {
          type: 'object',
          required: ['id', 'label', 'text'],
          properties: { id: { type: 'string' }, label: { type: 'string' }, text: { type: 'string' } },
        },
      },
    },
  },
  Uses: {
    type: 'object',
    required: ['usedBy', 'hidden'],
    properties: {
      usedBy: { ...USED_BY, description: 'At most 20 records that the caller may see.' },
      hidden: { type: 'integer', minimum: 0, description: 'Number of other records.' },
      hiddenOf: {
        ...COUNT_BY_ENTITY,
        description: 'The other records by entity, as far as the caller may read it.',
      },
      along: {
        ...COUNT_BY_ENTITY,
        description: 'Records that are deleted with it, by entity; absent when empty.',
      },
    },
  },
  BulkDeleted: bulkResponse('deleted', {
    postponed: {
      type: 'array',
      items: { type: 'string' },
      description: 'Deleted later, once their effects on a platform are undone.',
    },
  }),
  BulkDone: bulkResponse('done'),
};

/** Error responses by status, shared by all operations. */
export const ERROR_RESPONSES: Record<number, { schema: string; description: string }> = {
  400: { schema: 'Malformed', description: 'The request cannot be read.' },
  401: { schema: 'Unauthenticated', description: 'The request has no valid token.' },
  403: { schema: 'Forbidden', description: 'The caller may not do this.' },
  404: { schema: 'NotFound', description: 'There is nothing at this address.' },
  409: { schema: 'Conflict', description: 'Another record, or another version of this one, is in the way.' },
  413: { schema: 'TooLarge', description: 'The body is too large or too deeply nested.' },
  422: { schema: 'Invalid', description: 'Fields break their rules.' },
  429: { schema: 'TooMany', description: 'Too many requests from one address.' },
  500: { schema: 'Internal', description: 'An internal error; the request id finds it in the server log.' },
  503: {
    schema: 'Unavailable',
    description: 'The database does not respond; the request may be sent again.',
  },
};
