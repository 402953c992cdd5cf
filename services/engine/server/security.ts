import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';

type HeaderSettings = Pick<
  Settings,
  | 'managementUrl'
  | 'chatbotUrl'
  | 'campaignUrl'
  | 'userPoolEndpoint'
  | 'userPoolRegion'
  | 'publicUrl'
  | 'corsOrigins'
>;

/** The settings on which the headers of all responses depend. */
export type ResponseHeaderSettings = Pick<Settings, 'corsOrigins'> & Partial<Pick<Settings, 'publicUrl'>>;

/** Origins that the browser may connect to: this one, services that run elsewhere, and the managed user pool. */
function connectSources(settings: HeaderSettings): string[] {
  const services = [settings.managementUrl, settings.chatbotUrl, settings.campaignUrl].filter(
    (url) => url !== undefined,
  );
  const pool =
    settings.userPoolEndpoint ??
    (settings.userPoolRegion && `https://cognito-idp.${settings.userPoolRegion}.amazonaws.com`);
  const sockets = settings.managementUrl
    ? [new URL(settings.managementUrl).origin.replace(/^http/, 'ws')]
    : [];
  const origins = [...services, ...(pool ? [pool] : [])].map((url) => new URL(url).origin);
  return [...new Set(["'self'", ...origins, ...sockets])];
}

/** The policy of the console's page, whose styles have the nonce. */
export function contentSecurityPolicy(settings: HeaderSettings, nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src ${connectSources(settings).join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

export const createNonce = (): string => randomBytes(16).toString('base64url');

/** The policy of responses other than pages: should a browser show one as a page, nothing in it loads or runs. */
const NON_PAGE_CSP = "default-src 'none'; frame-ancestors 'none'";

/** The headers that matter on any response, also on the console's many assets. */
function assetHeaders(settings: ResponseHeaderSettings): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': NON_PAGE_CSP,
    'cross-origin-resource-policy': settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  if (settings.publicUrl?.startsWith('https:'))
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  return headers;
}

/**
 * The headers of all responses other than assets, including errors; a page replaces the policy. Responses that may be
 * cached set `cache-control` themselves.
 */
export const responseHeaders = (settings: ResponseHeaderSettings): Record<string, string> => ({
  ...assetHeaders(settings),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers was itself a vulnerability.
  'x-xss-protection': '0',
});

/** Path of files with a hash in their name, which never change. */
const ASSETS_PATH = '/assets/';

/** Sets the headers of a response. */
export type SetSecurityHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Headers are composed once, since they never change while the process runs: a middleware that composes them for each
 * request costs as much as a whole list query.
 */
export function createSecurityHeaders(settings: HeaderSettings): SetSecurityHeaders {
  const headers = Object.entries(responseHeaders(settings));
  const headersOfAssets = Object.entries(assetHeaders(settings));
  const origins = new Set(settings.corsOrigins);
  return (request, reply) => {
    const isAsset = request.url.startsWith(ASSETS_PATH);
    for (const [name, value] of isAsset ? headersOfAssets : headers) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
    if (origins.size > 0) allowOrigin(reply, origins, request.headers.origin);
  };
}

/** Sets the headers of every response, including 404, and answers CORS preflight requests. */
export function registerSecurity(
  app: FastifyInstance,
  settings: HeaderSettings,
  secure: SetSecurityHeaders,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    secure(request, reply);
    done();
  });

  if (settings.corsOrigins.length > 0) {
    app.options('/*', { config: { open: true } }, (_, reply) =>
      reply
        .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
        .header(
          'access-control-allow-headers',
          'authorization, content-type, idempotency-key, x-amz-target, x-amz-user-agent',
        )
        .header('access-control-max-age', '600')
        .code(204)
        .send(),
    );
  }
}

function allowOrigin(reply: FastifyReply, origins: Set<string>, origin: string | undefined): void {
  reply.raw.setHeader('vary', 'origin');
  if (origin === undefined || !origins.has(origin)) return;
  reply.raw.setHeader('access-control-allow-origin', origin);
  reply.raw.setHeader('access-control-allow-credentials', 'true');
  reply.raw.setHeader('access-control-expose-headers', 'x-request-id, idempotency-replayed, x-as-of');
}

/** Creates a generator of ids that are unique among all processes, without system randomness for each. */
export function createRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
