import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CheckResult } from '../../../schemas/model/responses.ts';
import type { FieldErrors, Json } from '../../../schemas/model/types.ts';
import { isRepositoryError, type RepositoryError } from '../storage/repositoryErrors.ts';
import { StorageError } from '../storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { inLanguage, languageOf } from './languages.ts';

export type ErrorCode =
  | 'MALFORMED'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'DUPLICATE'
  | 'IN_USE'
  | 'STALE'
  | 'STATE'
  | 'LAST_ADMIN'
  | 'SELF'
  | 'IN_PROGRESS'
  | 'TOO_LARGE'
  | 'INVALID'
  | 'TOO_MANY'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** What a response says beyond code and message. */
interface ErrorDetails {
  fields?: FieldErrors;
  usedBy?: { entity: string; id: string; title: string }[];
  /** Number of further records that are not in `usedBy`: the user may not see them, or they are too many. */
  hidden?: number;
  current?: { [key: string]: Json | undefined };
  /** Checks of an action that block it, or whose warnings the user has not confirmed. */
  checks?: CheckResult[];
}

/** An error whose message the caller may read. Any other error becomes a 500 without details. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

export const malformed = (message: string, fields?: FieldErrors): ApiError =>
  new ApiError(400, 'MALFORMED', message, { fields });
export const unauthenticated = (): ApiError => new ApiError(401, 'UNAUTHENTICATED', t('User not logged in'));
export const forbidden = (fields?: FieldErrors): ApiError =>
  new ApiError(403, 'FORBIDDEN', t('You are not allowed to do this'), { fields });
export const notFound = (message = 'Not found'): ApiError => new ApiError(404, 'NOT_FOUND', message);
export const invalid = (fields: FieldErrors): ApiError =>
  new ApiError(422, 'INVALID', t('Please check the highlighted fields'), { fields });
/** Without the database's own message, which names hosts and folders and goes to the log. */
export const unavailable = (): ApiError =>
  new ApiError(503, 'UNAVAILABLE', t('The database does not answer'));

/**
 * Converts an error of a repository.
 * @param current the stored record as the caller may see it, included in the response where it is given
 */
export function refused(
  { kind, message, detail: { fields } }: RepositoryError,
  current?: ErrorDetails['current'],
): ApiError {
  switch (kind) {
    case 'NOT_FOUND':
      return notFound(message);
    case 'STALE':
    case 'STATE':
      return new ApiError(409, kind, message, { current });
    case 'DUPLICATE':
      return new ApiError(409, kind, message, { fields });
    case 'TOO_LARGE':
      return new ApiError(413, kind, message);
    case 'UNSTORABLE':
      return new ApiError(422, 'INVALID', message, { fields });
    case 'UNKNOWN_CURSOR':
      return malformed(t('Unknown cursorId'));
    case 'MALFORMED':
      return malformed(message);
  }
}

/** Code and message for the errors that fastify itself throws, by status. */
const MESSAGES_BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['MALFORMED', 'The request cannot be read'],
  404: ['NOT_FOUND', 'Not found'],
  408: ['MALFORMED', 'The request took too long to arrive'],
  413: ['TOO_LARGE', 'The request is too large'],
  414: ['TOO_LARGE', 'The address is too long'],
  415: ['MALFORMED', 'Send the body as application/json'],
  429: ['TOO_MANY', 'Too many requests, please try again later'],
};

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isRepositoryError(error)) return refused(error);
  if (error instanceof StorageError) return unavailable();
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500;
  const known =
    MESSAGES_BY_STATUS[status] ?? (status >= 400 && status < 500 ? MESSAGES_BY_STATUS[400] : undefined);
  return known
    ? new ApiError(status, ...known)
    : new ApiError(500, 'INTERNAL', t('Oops! something went wrong'));
}

/** Sent with 503. */
const RETRY_AFTER_S = 1;

/** Translates the messages of fields; those with parameters have been translated already. */
const translateDetails = ({ fields, ...details }: ErrorDetails): ErrorDetails => ({
  ...details,
  ...(fields && { fields: Object.fromEntries(Object.entries(fields).map(([at, text]) => [at, t(text)])) }),
});

/** Sends an error in the shape of all errors. Internal errors are logged; the caller gets only the request id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, details } = toApiError(error);
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
  if (status === 503) void reply.header('retry-after', String(RETRY_AFTER_S));
  // A body that cannot be read is rejected before the hook that sets the language.
  return inLanguage(languageOf(request.headers['accept-language']), () =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({ code, message: t(message), ...translateDetails(details), requestId: request.id }),
  );
}

/**
 * Registers the error responses of the app: thrown errors, unknown paths (404), known paths with another method (405).
 * @param sendScreen responds instead of 404 where a browser opens a screen of the console
 */
export function registerErrors(
  app: FastifyInstance,
  sendScreen?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined,
): void {
  const knownRoutes: { pattern: RegExp; methods: Set<string> }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const source = `^${url.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`;
    const pattern = new RegExp(source);
    const existing = knownRoutes.find((route) => route.pattern.source === pattern.source);
    const methods = existing?.methods ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    if (!existing) knownRoutes.push({ pattern, methods });
  });

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const screenReply = sendScreen?.(request, reply);
    if (screenReply) return screenReply;
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = new Set(
      knownRoutes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]),
    );
    if (allowed.size === 0 || allowed.has(request.method)) return sendError(notFound(), request, reply);
    void reply.header('allow', [...allowed].sort().join(', '));
    return sendError(
      new ApiError(405, 'MALFORMED', t('%{method} is not possible here', { method: request.method })),
      request,
      reply,
    );
  });
}
