import type { EntityModel, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { MAX_BULK_RECORDS } from '../operations.ts';
import { schemaName } from './components.ts';
import type { Spec } from './operation.ts';

const text: JsonObject = { type: 'string' };

/** Records that one call is about. */
export const BULK_IDS_BODY: JsonObject = {
  type: 'object',
  required: ['ids'],
  additionalProperties: false,
  properties: { ids: { type: 'array', minItems: 1, maxItems: MAX_BULK_RECORDS, items: text } },
};

const PERSON: JsonObject = { type: ['object', 'null'], properties: { id: text, name: text } };

/** What was deleted of an entity, and the way back. */
export function deletedPaths(model: EntityModel, spec: Spec, parameters: Json[]): Record<string, JsonObject> {
  const name = schemaName(model.name);
  const base = `/api/v1/${model.path}`;
  return {
    [`${base}/deleted`]: {
      get: spec(`${model.plural} that were deleted, the latest first`, `listDeleted`, {
        parameters,
        response: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'record', 'title', 'at', 'user'],
            properties: {
              id: { ...text, description: 'Of the deletion; the cursor of pages.' },
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
      post: spec(`Bring several deleted ${model.plural} back`, 'restoreMany', {
        body: BULK_IDS_BODY,
        response: {
          type: 'object',
          required: ['restored', 'failed'],
          properties: {
            restored: { type: 'array', items: text },
            along: {
              type: 'object',
              description: 'Records that their deletion had taken along.',
              properties: { restored: { type: 'integer' }, failed: { type: 'integer' } },
            },
            once: {
              type: 'array',
              description: 'What is said only once, such as a temporary password.',
              items: { type: 'object', properties: { title: text, value: text, sentTo: text } },
            },
            failed: {
              type: 'object',
              description: 'Why the others stay deleted, by id.',
              additionalProperties: { type: 'object', properties: { code: text, message: text } },
            },
          },
        },
        errors: [400, 413, 422],
      }),
    },
  };
}
