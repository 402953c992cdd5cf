import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

export interface PoolClient {
  region: string;
  userPoolId: string;
  clientId: string;
  /** Absolute, or relative to the console's own address; null for the region's own. */
  endpoint: string | null;
}

/** `GET /config.json`: what the console needs to know before anybody has signed in. */
export function registerConfig(
  app: FastifyInstance,
  settings: Settings,
  userPool: PoolClient,
  version: string,
): void {
  const config = {
    version,
    // An empty address is the console's own.
    services: {
      management: settings.managementUrl ?? '',
      chatbot: settings.chatbotUrl ?? '',
      campaign: settings.campaignUrl ?? '',
    },
    socket: { url: settings.managementUrl ?? '', path: '/socket/' },
    userPool,
    livechatUrl: settings.livechatUrl ?? null,
    documentationUrl: settings.documentationUrl ?? null,
    demo: settings.demo,
  };
  app.get('/config.json', { config: { open: true } }, (_, reply) =>
    reply.header('cache-control', 'no-store').send(config),
  );
}
