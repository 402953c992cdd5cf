import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { PoolError } from '../userPool/index.ts';
import type { UserPool } from '../userPool/index.ts';
import { ApiError } from '../http/errors.ts';
import { request } from '../outbound/request.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Who makes a request. */
export interface AuthUser {
  /** `sub` of the user pool; never changes. */
  id: string;
  username: string;
  /** Empty in an access token of a managed pool, which does not carry them: the console sends its id token. */
  name: string;
  email: string;
  roles: string[];
}

/** The token is missing, broken, foreign, too old or revoked: the person has to sign in again. */
export class UnauthenticatedError extends ApiError {
  override name = 'UnauthenticatedError';
  constructor(message = 'User not logged in') {
    super(401, 'UNAUTHENTICATED', message);
  }
}

/** Gives the user of a bearer token. Throws UnauthenticatedError; anything else is a fault of ours. */
export type TokenVerifier = (token: string) => Promise<AuthUser>;

/** Accepts id and access tokens of the embedded pool; roles and names are those of this moment. */
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
  /** Where its public keys are; below the issuer by default. */
  jwksUrl?: string;
}

/**
 * Accepts id and access tokens of a managed pool, checked against its published keys. A token stays good until it
 * expires: that service tells nobody which ones it has revoked.
 */
export function managedTokenVerifier(
  settings: ManagedPoolSettings,
  now: () => Date = () => new Date(),
): TokenVerifier {
  const issuer =
    settings.issuer ?? `https://cognito-idp.${settings.region}.amazonaws.com/${settings.userPoolId}`;
  const address = new URL(settings.jwksUrl ?? `${issuer}/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(address, { [customFetch]: fetchKeys });
  return async (token) => userOf(await verified(token, keys, issuer, now()), settings.clientId);
}

/** The keys, with a deadline for all of the answer: everybody who signs in waits for them. */
async function fetchKeys(url: string): Promise<Response> {
  const { status, body } = await request(url);
  return new Response(new Uint8Array(body), { status });
}

async function verified(
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
    // Keys that cannot be fetched say nothing about the token: that is an outage, not a reason to sign in again.
    const outage =
      !(error instanceof errors.JOSEError) ||
      error instanceof errors.JWKSTimeout ||
      error.code === 'ERR_JOSE_GENERIC';
    throw outage ? error : new UnauthenticatedError(t('The session has ended. Please sign in again.'));
  }
}

function userOf(claims: JWTPayload, clientId: string): AuthUser {
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
