import { SYSTEM_FIELDS } from '../../../../schemas/model/systemFields.ts';
import type { EntityModel, Json, JsonObject } from '../../../../schemas/model/types.ts';

const text: JsonObject = { type: 'string' };
const binary: JsonObject = { type: 'string', format: 'binary' };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** An operation of this file, without the error responses that all operations share. */
interface ExchangeOperation {
  summary: string;
  id: string;
  /** A JSON body, */
  body?: JsonObject;
  /** or a form with a file, */
  form?: JsonObject;
  /** or query parameters. */
  parameters?: Json[];
  /** Responses by status. */
  responses: Record<number, JsonObject>;
  errors: number[];
}

/** Export and import operations of an entity, by suffix of its path. */
export function exchangeOperations(
  model: EntityModel,
  json: (schema: JsonObject) => JsonObject,
): Record<string, ExchangeOperation> {
  const operations: Record<string, ExchangeOperation> = {};
  if (model.features.export) {
    const columns = [...model.fields, ...SYSTEM_FIELDS]
      .filter(({ secret, constant }) => !secret && constant === undefined)
      .map(({ name }) => name);
    operations['/export'] = {
      summary: `The whole list of ${model.plural} as a file`,
      id: 'export',
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          format: { enum: ['csv', 'xlsx', ...writtenFormats(model)], default: 'csv' },
          columns: { type: 'array', minItems: 1, items: { enum: columns } },
          zone: { ...text, default: 'UTC', description: 'Time zone of the written times.' },
          query: {
            type: 'object',
            description: 'Keyword, sort and filters, as the parameters of the list.',
            additionalProperties: { anyOf: [text, { type: 'array', items: text }] },
          },
        },
      },
      responses: {
        200: {
          description: 'The file.',
          content: {
            'text/csv': { schema: text },
            [XLSX]: { schema: binary },
            ...(writtenFormats(model).length > 0 && { 'text/plain': { schema: text } }),
          },
        },
        202: {
          description: 'The list is long: a job writes the file; its `link` leads to it.',
          ...json({ type: 'object', properties: { job: text, rows: { type: 'integer' } } }),
        },
      },
      errors: [400, 404, 413, 422],
    };
  }
  if (model.features.import) Object.assign(operations, importOperations(model, json));
  return operations;
}

const writtenFormats = ({ features }: EntityModel): string[] =>
  Object.entries(features.formats).flatMap(([id, { writes }]) => (writes === undefined ? [] : [id]));

const IMPORT_PLAN_PROPERTIES: JsonObject = {
  mapping: {
    type: 'array',
    items: { type: ['string', 'null'] },
    description: 'For each column of the file its field, or null to skip it.',
  },
  zone: { ...text, default: 'UTC', description: 'Time zone of the times in the file.' },
};

function importOperations(
  { plural, features }: EntityModel,
  json: (schema: JsonObject) => JsonObject,
): Record<string, ExchangeOperation> {
  const row: JsonObject = { type: 'integer', minimum: 2, description: 'The header is row 1.' };
  const cells: JsonObject = { type: 'array', items: text };
  const plan = (more: JsonObject = {}): JsonObject => ({
    type: 'object',
    required: ['mapping'],
    additionalProperties: false,
    properties: { ...IMPORT_PLAN_PROPERTIES, ...more },
  });
  const labels = Object.values(features.formats).flatMap(({ label, reads }) =>
    reads.length > 0 ? [label] : [],
  );
  const others = labels.length > 0 ? `, or one of ${labels.join(', ')},` : '';
  return {
    '/import': {
      summary: `Upload a CSV file of ${plural}${others} for an import; no record is stored yet`,
      id: 'import',
      form: { type: 'object', required: ['file'], properties: { file: binary } },
      responses: {
        201: {
          description: 'The content of the file.',
          ...json({
            type: 'object',
            properties: {
              id: text,
              name: text,
              rows: { type: 'integer' },
              format: { ...text, description: 'Label of the format, for a file of another program.' },
              notes: {
                type: 'array',
                items: text,
                description: 'Remarks about content that no row can hold.',
              },
              also: { type: 'array', items: text, description: 'Other entities of which it has records.' },
              delimiter: { enum: [',', ';', '\t'] },
              head: cells,
              samples: { type: 'array', items: cells },
              mapping: IMPORT_PLAN_PROPERTIES['mapping'] ?? {},
              columns: { type: 'array', items: { type: 'object' } },
            },
          }),
        },
      },
      errors: [400, 404, 413, 422],
    },
    '/import/{id}/preview': {
      summary: `Preview of what the rows of a file would change in ${plural}, without storing anything`,
      id: 'previewImport',
      body: plan({
        from: { type: 'integer', minimum: 0, default: 0 },
        take: { type: 'integer', minimum: 0, maximum: 200, default: 200 },
      }),
      responses: {
        200: {
          description: 'Done.',
          ...json({
            type: 'object',
            properties: {
              records: { type: 'integer', description: 'Number of records in the whole file.' },
              judgements: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    rows: { type: 'array', items: row },
                    cells: { type: 'array', items: cells },
                    verdict: { enum: ['create', 'change', 'unchanged', 'refused'] },
                    id: text,
                    reason: text,
                    faults: { type: 'object', additionalProperties: text },
                  },
                },
              },
            },
          }),
        },
      },
      errors: [400, 404, 413, 422],
    },
    '/import/{id}/apply': {
      summary: `Create and change ${plural} from a file, in the background`,
      id: 'applyImport',
      body: plan(),
      responses: {
        202: {
          description: 'A job imports the file; its `link` leads to the rejected rows.',
          ...json({ type: 'object', properties: { job: text, rows: { type: 'integer' } } }),
        },
      },
      errors: [400, 404, 409, 413, 422],
    },
  };
}

/** Operations on many records of a list. */
export function bulkPaths({ plural }: EntityModel, parameters: Json[]): Record<string, ExchangeOperation> {
  const ids: JsonObject = { type: 'array', items: text };
  const jsonResponse = (schema: JsonObject): ExchangeOperation['responses'] => ({
    200: { description: 'Done.', content: { 'application/json': { schema } } },
  });
  const exact: JsonObject = { name: 'exact', in: 'query', schema: { enum: ['true'] } };
  return {
    '/total': {
      summary: `Number of ${plural}, up to 1000 unless \`exact\` is true`,
      id: 'total',
      parameters: [exact, ...parameters],
      responses: jsonResponse({
        type: 'object',
        required: ['total', 'more'],
        properties: { total: { type: 'integer', minimum: 0 }, more: { type: 'boolean' } },
      }),
      errors: [400],
    },
    '/ids': {
      summary: `The ${plural} of a list by id and version, up to 10,000`,
      id: 'ids',
      parameters,
      responses: jsonResponse({
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'version'],
          properties: { id: text, version: { type: 'integer' } },
        },
      }),
      errors: [400, 422],
    },
    '/edit': {
      summary: `Change fields of several ${plural}`,
      id: 'edit',
      body: {
        type: 'object',
        required: ['records'],
        additionalProperties: false,
        properties: {
          records: {
            type: 'array',
            minItems: 1,
            maxItems: 200,
            items: {
              type: 'object',
              required: ['id'],
              additionalProperties: false,
              properties: { id: text, version: { type: 'integer' } },
            },
          },
          set: { type: 'object', description: 'New values by field; null clears a field.' },
          add: {
            type: 'object',
            description: 'Items to add to lists, by field.',
            additionalProperties: ids,
          },
          remove: {
            type: 'object',
            description: 'Items to remove from lists, by field.',
            additionalProperties: ids,
          },
        },
      },
      responses: jsonResponse({
        type: 'object',
        required: ['changed', 'unchanged', 'failed'],
        properties: {
          changed: ids,
          unchanged: ids,
          failed: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              properties: {
                code: text,
                message: text,
                fields: { type: 'object', additionalProperties: text },
              },
            },
          },
        },
      }),
      errors: [400, 413, 422],
    },
  };
}

/** Paths of files that were written for the caller. */
export function downloadPaths(
  json: (schema: JsonObject) => JsonObject,
  ref: (name: string) => JsonObject,
): JsonObject {
  return {
    '/api/v1/downloads/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        summary: 'Download a file that was written for the caller',
        operationId: 'download',
        responses: {
          200: { description: 'The file.', content: { 'application/octet-stream': { schema: binary } } },
          401: { description: 'The request has no valid token.', ...json(ref('Unauthenticated')) },
          403: { description: 'The caller may not read these records any more.', ...json(ref('Forbidden')) },
          404: {
            description: 'The file does not exist any more, or belongs to somebody else.',
            ...json(ref('NotFound')),
          },
        },
      },
    },
  };
}
