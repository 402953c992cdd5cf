import type { EntityModel, JsonObject } from '../../../../schemas/model/types.ts';

const text: JsonObject = { type: 'string' };

/** Paths of the saved views of an entity's list. */
export function viewPaths(
  { plural, path, features, parent }: EntityModel,
  name: string,
  json: (schema: JsonObject) => JsonObject,
  ref: (name: string) => JsonObject,
): Record<string, JsonObject> {
  if (!features.views || parent) return {};
  const draft: JsonObject = {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { ...text, minLength: 1, maxLength: 60 },
      query: {
        ...text,
        maxLength: 2000,
        description: 'Search, filters, sort and columns, as in the address of the list.',
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
    401: { description: 'The request has no valid token.', ...json(ref('Unauthenticated')) },
    403: {
      description: 'The caller may not read the list, or the view belongs to somebody else.',
      ...json(ref('Forbidden')),
    },
    404: { description: 'The view does not exist.', ...json(ref('NotFound')) },
    409: { description: 'The name is taken, or the view has changed meanwhile.', ...json(ref('Conflict')) },
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
    tags: [plural],
    operationId: operationId + name,
    ...(body && { requestBody: { required: true, ...json(body) } }),
    responses: { [status]: { description: 'Done.', ...json(answer) }, ...failures },
  });
  const changed: JsonObject = {
    ...draft,
    required: ['version'],
    properties: { ...(draft['properties'] as JsonObject), version: { type: 'integer' } },
  };
  const base = `/api/v1/${path}/views`;
  return {
    [base]: {
      get: operation('views', `Views of the list of ${plural}: the caller’s and shared ones`, {
        type: 'object',
        properties: { views: { type: 'array', items: view }, preference: anything },
      }),
      post: operation(
        'createView',
        `Save a view of ${plural}`,
        view,
        { ...draft, required: ['name', 'query'] },
        201,
      ),
    },
    [`${base}/preference`]: {
      put: operation('prefer', `Save the caller’s preferences for the list of ${plural}`, anything, anything),
    },
    [`${base}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      put: operation('changeView', `Change a view of ${plural}`, view, changed),
      delete: operation('removeView', `Delete a view of ${plural}`, view),
    },
  };
}
