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

/** What the headers of all answers follow from. */
export type AnswerSettings = Pick<Settings, 'corsOrigins'> & Partial<Pick<Settings, 'publicUrl'>>;

/** Where the browser may connect: here, the services that run elsewhere, and the managed user pool. */
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

/** The policy for the console's page, whose styles carry the nonce. */
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

/** For answers that are no page: should a browser ever show one as such, nothing in it loads or runs. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** What counts on any answer, files of the console included: their headers come once for each of them. */
function headersOfFiles(settings: AnswerSettings): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': NO_PAGE,
    'cross-origin-resource-policy': settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  if (settings.publicUrl?.startsWith('https:'))
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  return headers;
}

/**
 * The headers of every other answer, errors included; a page puts its own policy in the place of the one here. What
 * may be kept by browsers or on the way says so itself.
 */
export const headersOf = (settings: AnswerSettings): Record<string, string> => ({
  ...headersOfFiles(settings),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // A filter of old browsers that opened holes of its own.
  'x-xss-protection': '0',
});

/** Where the build puts what never changes under its name. */
const HASHED_FILES = '/assets/';

/** Puts the headers of every answer on one. */
export type Secure = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * The headers never change while the process runs, so they are made once: a middleware that composes them for each
 * request costs as much as a whole list query.
 */
export function securityOf(settings: HeaderSettings): Secure {
  const headers = Object.entries(headersOf(settings));
  const headersForFiles = Object.entries(headersOfFiles(settings));
  const origins = new Set(settings.corsOrigins);
  return (request, reply) => {
    const isFile = request.url.startsWith(HASHED_FILES);
    for (const [name, value] of isFile ? headersForFiles : headers) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
    if (origins.size > 0) allowOrigin(reply, origins, request.headers.origin);
  };
}

/** Secures every answer that a route or the lack of one gives, and answers browsers that ask before they call. */
export function registerSecurity(app: FastifyInstance, settings: HeaderSettings, secure: Secure): void {
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

/** Ids that tell requests of all processes apart without asking the system for randomness each time. */
export function requestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
