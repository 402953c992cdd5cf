import type { Json, JsonObject } from '../../../../schemas/model/types.ts';
import { json, ERROR_RESPONSES } from './components.ts';

interface OperationSpec {
  summary: string;
  tag: string;
  id: string;
  parameters?: Json[];
  body?: JsonObject;
  /** A multipart form instead of a JSON body. */
  form?: JsonObject;
  bodyRequired?: boolean;
  status?: number;
  response: JsonObject;
  /** Complete responses by status, instead of one with JSON. */
  responses?: Record<number, JsonObject>;
  errors: number[];
}

export function operation({
  summary,
  tag,
  id,
  parameters = [],
  body,
  form,
  bodyRequired = true,
  status = 200,
  response,
  responses = { [status]: { description: 'Done.', ...json(response) } },
  errors,
}: OperationSpec): JsonObject {
  const failures = [...new Set([401, 403, 429, 500, ...errors])].sort();
  return {
    summary,
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: bodyRequired, ...json(body) } }),
    ...(form && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    }),
    responses: {
      ...responses,
      ...Object.fromEntries(
        failures.map((code) => [code, { $ref: `#/components/responses/${ERROR_RESPONSES[code]?.schema}` }]),
      ),
    },
  };
}

export const query = (name: string, schema: JsonObject, description?: string): JsonObject => ({
  name,
  in: 'query',
  ...(description && { description }),
  schema,
});
export const ID: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** Builds an operation of one entity; its operation id is the given id with the entity's name. */
export type Spec = (
  summary: string,
  id: string,
  rest: Omit<OperationSpec, 'summary' | 'tag' | 'id'>,
) => JsonObject;
