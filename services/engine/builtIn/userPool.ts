import type { DomainModule } from '../modules/module.ts';
import { json, ref } from '../resources/openapi/components.ts';
import { userPoolPlugin } from '../userPool/plugin.ts';
import { USER_POOL } from '../userPool/tables.ts';

const PROTOCOL = 'application/x-amz-json-1.1';
const text = { type: 'string' };

/** Routes and tables of the embedded user pool; with a managed pool only the tables. */
export const userPoolModule = {
  name: USER_POOL.name,
  migrations: USER_POOL.migrations,
  async setup(scope, { userPool }) {
    if (userPool) await scope.register(userPoolPlugin, { pool: userPool });
  },
  paths: {
    '/user-pool/': {
      post: {
        summary: 'The embedded user pool, in the JSON protocol of the managed service',
        operationId: 'userPool',
        security: [],
        parameters: [
          {
            name: 'x-amz-target',
            in: 'header',
            required: true,
            schema: { ...text, pattern: '^AWSCognitoIdentityProviderService\\.\\w+$' },
          },
        ],
        requestBody: { required: true, content: { [PROTOCOL]: { schema: { type: 'object' } } } },
        responses: {
          200: {
            description: 'As the action says.',
            content: { [PROTOCOL]: { schema: { type: 'object' } } },
          },
          400: {
            description: "An error by the managed service's names.",
            content: {
              [PROTOCOL]: { schema: { type: 'object', properties: { __type: text, message: text } } },
            },
          },
          503: { description: 'The database does not answer.', ...json(ref('Unavailable')) },
        },
      },
    },
  },
} satisfies DomainModule;
