import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { PoolError } from './errors.ts';
import type { PoolKeys } from './keys.ts';
import type { PoolUser } from './users.ts';

interface TokenSettings {
  issuer: string;
  clientId: string;
}

/** The verified claims of a token that this pool issued. */
interface TokenClaims {
  use: 'id' | 'access';
  sub: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

export const TOKEN_LIFETIME_S = 3600;
const MAX_CACHED_TOKENS = 5_000;

/** Signs and verifies id and access tokens (RS256), with the claims of the managed service. */
export class Tokens {
  /** Claims by token whose signature was verified; a token is immutable, so that only its age is checked again. */
  private readonly verifiedClaims = new Map<string, TokenClaims>();

  constructor(
    private readonly keys: PoolKeys,
    private readonly settings: TokenSettings,
    private readonly now: () => Date,
  ) {}

  /** Issues both tokens of one sign-in or refresh. @param authTime when the user last entered the password */
  async issue(
    user: PoolUser,
    sessionId: string,
    authTime: Date,
  ): Promise<{ idToken: string; accessToken: string }> {
    const sharedClaims = {
      sub: user.sub,
      iss: this.settings.issuer,
      origin_jti: sessionId,
      event_id: randomUUID(),
      auth_time: toSeconds(authTime),
      ...(user.roles.length > 0 && { 'cognito:groups': user.roles }),
    };
    const idToken = await this.sign({
      ...user.attributes,
      ...sharedClaims,
      aud: this.settings.clientId,
      token_use: 'id',
      'cognito:username': user.username,
      email: user.email,
      email_verified: true,
      name: user.name,
    });
    const accessToken = await this.sign({
      ...sharedClaims,
      client_id: this.settings.clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: user.username,
    });
    return { idToken, accessToken };
  }

  /** Throws NotAuthorizedException unless this pool issued the token for this client and it has not expired. */
  async verify(token: string): Promise<TokenClaims> {
    const claims = this.verifiedClaims.get(token) ?? (await this.verifySignature(token));
    if (claims.expiresAt <= this.now().getTime() / 1000) {
      this.verifiedClaims.delete(token);
      throw expiredToken();
    }
    return claims;
  }

  private async verifySignature(token: string): Promise<TokenClaims> {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = this.keys.verificationKeys.get(header.kid ?? '');
        if (!key) throw invalidToken();
        return key;
      },
      {
        issuer: this.settings.issuer,
        algorithms: ['RS256'],
        currentDate: this.now(),
        requiredClaims: ['exp', 'sub'],
      },
    ).catch((error: unknown) => {
      throw error instanceof errors.JWTExpired ? expiredToken() : invalidToken();
    });
    const { token_use: use, origin_jti: sessionId, sub, exp } = payload;
    const client = use === 'id' ? payload.aud : payload['client_id'];
    if ((use !== 'id' && use !== 'access') || client !== this.settings.clientId) throw invalidToken();
    if (typeof sessionId !== 'string' || sub === undefined || exp === undefined) throw invalidToken();
    const claims: TokenClaims = { use, sub, sessionId, expiresAt: exp };
    const oldest = this.verifiedClaims.keys().next();
    if (this.verifiedClaims.size >= MAX_CACHED_TOKENS && !oldest.done)
      this.verifiedClaims.delete(oldest.value);
    this.verifiedClaims.set(token, claims);
    return claims;
  }

  private sign(claims: Record<string, unknown>): Promise<string> {
    const issuedAt = toSeconds(this.now());
    return new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + TOKEN_LIFETIME_S, jti: randomUUID() })
      .setProtectedHeader({ kid: this.keys.signingKey.id, alg: 'RS256' })
      .sign(this.keys.signingKey.key);
  }
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function invalidToken(): PoolError {
  return new PoolError('NotAuthorizedException', 'Invalid Access Token');
}

function expiredToken(): PoolError {
  return new PoolError('NotAuthorizedException', 'Access Token has expired');
}
