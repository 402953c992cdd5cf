import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { PoolError } from '../userPool/index.ts';
import type { UserPool } from '../userPool/index.ts';
import { ApiError } from '../http/errors.ts';
import { request } from '../outbound/request.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The user who makes a request. */
export interface AuthUser {
  /** `sub` of the user pool; never changes. */
  id: string;
  username: string;
  /** Empty in an access token of a managed pool, which does not carry them: the console sends its id token. */
  name: string;
  email: string;
  roles: string[];
}

/** The token is missing, invalid, expired or revoked: the user has to sign in again. */
export class UnauthenticatedError extends ApiError {
  override name = 'UnauthenticatedError';
  constructor(message = 'User not logged in') {
    super(401, 'UNAUTHENTICATED', message);
  }
}

/** @returns the user of a bearer token. Throws UnauthenticatedError; any other error is internal. */
export type TokenVerifier = (token: string) => Promise<AuthUser>;

/** Accepts id and access tokens of the embedded pool, and returns the user's current roles and names. */
export function embeddedTokenVerifier(pool: UserPool): TokenVerifier {
  return async (token) => {
    try {
      const { sub, username, name, email, roles } = await pool.verifyToken(token);
      return { id: sub, username, name, email, roles };
    } catch (error) {
      throw error instanceof PoolError
        ? new UnauthenticatedError(t('The session has ended. Please sign in again.'))
        : error;
    }
  };
}

export interface ManagedPoolSettings {
  region: string;
  userPoolId: string;
  clientId: string;
  /** `iss` of its tokens; the managed service's own by default. */
  issuer?: string;
  /** URL of its public keys; below the issuer by default. */
  jwksUrl?: string;
}

/**
 * Accepts id and access tokens of a managed pool, checked against its published keys. A token is valid until it expires,
 * since that service does not publish which ones it has revoked.
 */
export function managedTokenVerifier(
  settings: ManagedPoolSettings,
  now: () => Date = () => new Date(),
): TokenVerifier {
  const issuer =
    settings.issuer ?? `https://cognito-idp.${settings.region}.amazonaws.com/${settings.userPoolId}`;
  const jwksUrl = new URL(settings.jwksUrl ?? `${issuer}/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(jwksUrl, { [customFetch]: fetchKeys });
  return async (token) => toAuthUser(await verifyManagedToken(token, keys, issuer, now()), settings.clientId);
}

/** Fetches the keys, with a deadline for the whole response, since every sign-in waits for it. */
async function fetchKeys(url: string): Promise<Response> {
  const { status, body } = await request(url);
  return new Response(new Uint8Array(body), { status });
}

async function verifyManagedToken(
  token: string,
  keys: JWTVerifyGetKey,
  issuer: string,
  currentDate: Date,
): Promise<JWTPayload> {
  try {
    const options = {
      issuer,
      algorithms: ['RS256'],
      currentDate,
      requiredClaims: ['exp', 'sub', 'token_use'],
    };
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    // Keys that cannot be fetched are an outage, not a reason to sign in again.
    const isOutage =
      !(error instanceof errors.JOSEError) ||
      error instanceof errors.JWKSTimeout ||
      error.code === 'ERR_JOSE_GENERIC';
    throw isOutage ? error : new UnauthenticatedError(t('The session has ended. Please sign in again.'));
  }
}

function toAuthUser(claims: JWTPayload, clientId: string): AuthUser {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const use = claims['token_use'];
  const client = use === 'id' ? claims.aud : use === 'access' ? claims['client_id'] : undefined;
  if (client !== clientId) throw new UnauthenticatedError(t('The token was made for another application.'));
  const groups = claims['cognito:groups'];
  return {
    id: text('sub'),
    username: text(use === 'id' ? 'cognito:username' : 'username'),
    name: text('name'),
    email: text('email'),
    roles: Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [],
  };
}
