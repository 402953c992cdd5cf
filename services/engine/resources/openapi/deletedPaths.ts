import type { EntityModel, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { MAX_BULK_RECORDS } from '../operations.ts';
import { schemaName } from './components.ts';
import type { Spec } from './operation.ts';

const text: JsonObject = { type: 'string' };

/** Body of a bulk call. */
export const BULK_IDS_BODY: JsonObject = {
  type: 'object',
  required: ['ids'],
  additionalProperties: false,
  properties: { ids: { type: 'array', minItems: 1, maxItems: MAX_BULK_RECORDS, items: text } },
};

const PERSON: JsonObject = { type: ['object', 'null'], properties: { id: text, name: text } };

/** Paths to list and restore deleted records of an entity. */
export function deletedPaths(model: EntityModel, spec: Spec, parameters: Json[]): Record<string, JsonObject> {
  const name = schemaName(model.name);
  const base = `/api/v1/${model.path}`;
  return {
    [`${base}/deleted`]: {
      get: spec(`Deleted ${model.plural}, the latest first`, `listDeleted`, {
        parameters,
        response: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'record', 'title', 'at', 'user'],
            properties: {
              id: { ...text, description: 'Id of the deletion; the cursor of pages.' },
              record: { ...text, description: `Id of the ${name}.` },
              title: text,
              at: { ...text, format: 'date-time' },
              user: PERSON,
            },
          },
        },
        errors: [400],
      }),
    },
    [`${base}/restore`]: {
      post: spec(`Restore several deleted ${model.plural}`, 'restoreMany', {
        body: BULK_IDS_BODY,
        response: {
          type: 'object',
          required: ['restored', 'failed'],
          properties: {
            restored: { type: 'array', items: text },
            along: {
              type: 'object',
              description: 'Numbers of records that were deleted with them.',
              properties: { restored: { type: 'integer' }, failed: { type: 'integer' } },
            },
            once: {
              type: 'array',
              description: 'One-time secrets, such as a temporary password.',
              items: { type: 'object', properties: { title: text, value: text, sentTo: text } },
            },
            failed: {
              type: 'object',
              description: 'Errors by id of the records that stay deleted.',
              additionalProperties: { type: 'object', properties: { code: text, message: text } },
            },
          },
        },
        errors: [400, 413, 422],
      }),
    },
  };
}
