import type { JsonObject } from '../../../schemas/model/types.ts';
import { filePaths } from './filePaths.ts';

const text: JsonObject = { type: 'string' };
const optionalText: JsonObject = { type: ['string', 'null'] };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

/** What belongs to no entity: permissions, settings of the console, this description, health, the user pool. */
export function fixedPaths(
  json: (schema: JsonObject) => JsonObject,
  ref: (name: string) => JsonObject,
): JsonObject {
  const open: JsonObject = { security: [] };
  return {
    '/permissions/access': {
      get: {
        summary: 'What the signed-in person may do',
        operationId: 'permissions',
        responses: {
          200: {
            description: 'Done.',
            ...json(
              object({
                products: { type: 'object', additionalProperties: { type: 'array', items: text } },
                actions: { type: 'array', items: { ...text, pattern: '^[a-z-]+:' } },
                user: object({
                  id: text,
                  username: text,
                  name: text,
                  email: text,
                  roles: { type: 'array', items: text },
                  networkId: optionalText,
                  workspace: optionalText,
                  workspaceId: optionalText,
                }),
              }),
            ),
          },
          401: { description: 'No valid token came with it.', ...json(ref('Unauthenticated')) },
        },
      },
    },
    ...filePaths(json, ref),
    '/config.json': {
      get: {
        summary: 'What the console needs to know of its services',
        operationId: 'config',
        ...open,
        responses: {
          200: {
            description: 'Done.',
            ...json(
              object({
                version: text,
                services: object({ management: text, chatbot: text, campaign: text }),
                socket: object({ url: text, path: text }),
                userPool: object({ region: text, userPoolId: text, clientId: text, endpoint: text }),
                livechatUrl: optionalText,
                documentationUrl: optionalText,
                demo: { type: 'boolean' },
              }),
            ),
          },
        },
      },
    },
    '/openapi.json': {
      get: {
        summary: 'This description',
        operationId: 'openapi',
        ...open,
        responses: { 200: { description: 'Done.', ...json({ type: 'object' }) } },
      },
    },
    '/healthz': {
      get: {
        summary: 'Whether the services are ready',
        operationId: 'health',
        ...open,
        responses: {
          200: { description: 'Ready.', ...json(object({ status: { const: 'ok' } })) },
          503: { description: 'The database does not answer.', ...json(ref('Unavailable')) },
        },
      },
    },
    '/user-pool/': {
      post: {
        summary: 'The embedded user pool, in the JSON protocol of the managed service',
        operationId: 'userPool',
        ...open,
        parameters: [
          {
            name: 'x-amz-target',
            in: 'header',
            required: true,
            schema: { ...text, pattern: '^AWSCognitoIdentityProviderService\\.\\w+$' },
          },
        ],
        requestBody: {
          required: true,
          content: { 'application/x-amz-json-1.1': { schema: { type: 'object' } } },
        },
        responses: {
          200: {
            description: 'As the action says.',
            content: { 'application/x-amz-json-1.1': { schema: { type: 'object' } } },
          },
          400: {
            description: "An error by the managed service's names.",
            content: { 'application/x-amz-json-1.1': { schema: object({ __type: text, message: text }) } },
          },
        },
      },
    },
  };
}
