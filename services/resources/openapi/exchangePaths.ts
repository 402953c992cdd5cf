import { SYSTEM_FIELDS } from '../../../schemas/model/systemFields.ts';
import type { EntityModel, JsonObject } from '../../../schemas/model/types.ts';

const text: JsonObject = { type: 'string' };
const binary: JsonObject = { type: 'string', format: 'binary' };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What an operation of this file asks and answers, apart from the refusals that all share. */
export interface ExchangeOperation {
  summary: string;
  id: string;
  body: JsonObject;
  /** Answers by status. */
  answers: Record<number, JsonObject>;
  errors: number[];
}

/** The operations of one entity for files, by what follows its path. */
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
          format: { enum: ['csv', 'xlsx'], default: 'csv' },
          columns: { type: 'array', minItems: 1, items: { enum: columns } },
          zone: { ...text, default: 'UTC', description: 'Zone on whose clock times are written.' },
          query: {
            type: 'object',
            description: 'Keyword, sort and filters, as the parameters of the list.',
            additionalProperties: { anyOf: [text, { type: 'array', items: text }] },
          },
        },
      },
      answers: {
        200: {
          description: 'The file.',
          content: { 'text/csv': { schema: text }, [XLSX]: { schema: binary } },
        },
        202: {
          description: 'The list is long: a job makes the file, its `link` leads there.',
          ...json({ type: 'object', properties: { job: text, rows: { type: 'integer' } } }),
        },
      },
      errors: [400, 404, 413, 422],
    };
  }
  return operations;
}

/** Files that were made for the person who asks. */
export function downloadPaths(
  json: (schema: JsonObject) => JsonObject,
  ref: (name: string) => JsonObject,
): JsonObject {
  return {
    '/api/v1/downloads/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        summary: 'A file that was made for the person who asks',
        operationId: 'download',
        responses: {
          200: { description: 'The file.', content: { 'application/octet-stream': { schema: binary } } },
          401: { description: 'No valid token came with it.', ...json(ref('Unauthenticated')) },
          403: { description: 'The person may not read these records any more.', ...json(ref('Forbidden')) },
          404: { description: 'It is gone, or another’s.', ...json(ref('NotFound')) },
        },
      },
    },
  };
}
