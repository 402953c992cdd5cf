import manifest from '../../../package.json' with { type: 'json' };
import type { Context, DomainModule } from '../../engine/modules/module.ts';
import { jsonResponses } from '../../engine/resources/openapi/components.ts';

interface PoolClient {
  region: string;
  userPoolId: string;
  clientId: string;
  /** Absolute, or relative to the console's own address; null for the region's own. */
  endpoint: string | null;
}

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };

/** `GET /config.json`: what the console needs to know before anybody has signed in, and `GET /openapi.json`. */
export const configModule = {
  name: 'config',
  routes: {
    'GET /config.json': {
      open: true,
      describe: {
        summary: 'What the console needs to know of its services',
        operationId: 'config',
        responses: jsonResponses({
          type: 'object',
          properties: {
            version: text,
            services: { type: 'object', properties: { management: text, chatbot: text, campaign: text } },
            socket: { type: 'object', properties: { url: text, path: text } },
            userPool: {
              type: 'object',
              properties: { region: text, userPoolId: text, clientId: text, endpoint: optionalText },
            },
            livechatUrl: optionalText,
            documentationUrl: optionalText,
            demo: { type: 'boolean' },
          },
        }),
      },
      run: (_, reply, context) => reply.header('cache-control', 'no-store').send(buildConfig(context)),
    },
    'GET /openapi.json': {
      open: true,
      describe: {
        summary: 'This description',
        operationId: 'openapi',
        responses: jsonResponses({ type: 'object' }),
      },
      run: (_, reply, { openApi }) =>
        reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(openApi()),
    },
  },
} satisfies DomainModule;

function buildConfig({ settings, userPool }: Context) {
  return {
    version: manifest.version,
    // An empty address is the console's own.
    services: {
      management: settings.managementUrl ?? '',
      chatbot: settings.chatbotUrl ?? '',
      campaign: settings.campaignUrl ?? '',
    },
    socket: { url: settings.managementUrl ?? '', path: '/socket/' },
    userPool: poolClient({ settings, userPool }),
    livechatUrl: settings.livechatUrl ?? null,
    documentationUrl: settings.documentationUrl ?? null,
    demo: settings.demo,
  };
}

function poolClient({ settings, userPool }: Pick<Context, 'settings' | 'userPool'>): PoolClient {
  const { userPoolRegion, userPoolId, userPoolClientId, userPoolEndpoint = null } = settings;
  if (userPoolRegion && userPoolId && userPoolClientId) {
    return { region: userPoolRegion, userPoolId, clientId: userPoolClientId, endpoint: userPoolEndpoint };
  }
  const id = userPool?.settings.userPoolId ?? '';
  return {
    region: id.split('_')[0] ?? '',
    userPoolId: id,
    clientId: userPool?.settings.clientId ?? '',
    endpoint: '/user-pool/',
  };
}
