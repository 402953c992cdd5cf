import type { JsonObject } from '../../../schemas/model/types.ts';

const text: JsonObject = { type: 'string' };
const parameter = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: text });

/** Kept views, below the path of any entity whose list has them. */
export function viewPaths(
  json: (schema: JsonObject) => JsonObject,
  ref: (name: string) => JsonObject,
): JsonObject {
  const draft: JsonObject = {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { ...text, minLength: 1, maxLength: 60 },
      query: {
        ...text,
        maxLength: 2000,
        description: 'Search, filters, sort and columns, as the address has them.',
      },
      shared: { type: 'boolean', default: false },
    },
  };
  const view: JsonObject = {
    type: 'object',
    properties: {
      ...(draft['properties'] as JsonObject),
      id: text,
      owner: text,
      version: { type: 'integer' },
      mayChange: { type: 'boolean' },
    },
  };
  const anything: JsonObject = { type: 'object' };
  const failures: JsonObject = {
    401: { description: 'No valid token came with it.', ...json(ref('Unauthenticated')) },
    403: {
      description: 'The person may not read the list, or the view is another’s.',
      ...json(ref('Forbidden')),
    },
    404: { description: 'There is none.', ...json(ref('NotFound')) },
    409: { description: 'The name is taken, or the view was changed meanwhile.', ...json(ref('Conflict')) },
    422: { description: 'Fields break their rules.', ...json(ref('Invalid')) },
  };
  const operation = (
    operationId: string,
    summary: string,
    answer: JsonObject,
    body?: JsonObject,
    status = 200,
  ) => ({
    summary,
    operationId,
    ...(body && { requestBody: { required: true, ...json(body) } }),
    responses: { [status]: { description: 'Done.', ...json(answer) }, ...failures },
  });
  const changed = {
    ...draft,
    required: ['version'],
    properties: { ...(draft['properties'] as JsonObject), version: { type: 'integer' } },
  };
  return {
    '/api/v1/{collection}/views': {
      parameters: [parameter('collection')],
      get: operation('views', 'Views of a list: the person’s own and shared ones', {
        type: 'object',
        properties: { views: { type: 'array', items: view }, preference: anything },
      }),
      post: operation(
        'createView',
        'Keep a view of a list',
        view,
        { ...draft, required: ['name', 'query'] },
        201,
      ),
    },
    '/api/v1/{collection}/views/preference': {
      parameters: [parameter('collection')],
      put: operation('prefer', 'Keep how the person likes a list', anything, anything),
    },
    '/api/v1/{collection}/views/{id}': {
      parameters: [parameter('collection'), parameter('id')],
      put: operation('changeView', 'Change a view', view, changed),
      delete: operation('removeView', 'Delete a view', view),
    },
  } as unknown as JsonObject;
}
