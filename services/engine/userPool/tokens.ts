import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { PoolError } from './errors.ts';
import type { PoolKeys } from './keys.ts';
import type { PoolUser } from './users.ts';

interface TokenSettings {
  issuer: string;
  clientId: string;
}

/** What a token of ours says about itself. */
interface TokenClaims {
  use: 'id' | 'access';
  sub: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

export const TOKEN_LIFETIME_S = 3600;
const CACHE_SIZE = 5_000;

/** Signs and verifies id and access tokens (RS256), with the claims of the managed service. */
export class Tokens {
  /** Tokens whose signatures were verified; a token is immutable, only its age has to be looked at again. */
  private readonly verified = new Map<string, TokenClaims>();

  constructor(
    private readonly keys: PoolKeys,
    private readonly settings: TokenSettings,
    private readonly now: () => Date,
  ) {}

  /** Both tokens of one sign-in or refresh. `authTime`: when the person last proved who they are. */
  async issue(
    user: PoolUser,
    sessionId: string,
    authTime: Date,
  ): Promise<{ idToken: string; accessToken: string }> {
    const shared = {
      sub: user.sub,
      iss: this.settings.issuer,
      origin_jti: sessionId,
      event_id: randomUUID(),
      auth_time: seconds(authTime),
      ...(user.roles.length > 0 && { 'cognito:groups': user.roles }),
    };
    const idToken = await this.sign({
      ...user.attributes,
      ...shared,
      aud: this.settings.clientId,
      token_use: 'id',
      'cognito:username': user.username,
      email: user.email,
      email_verified: true,
      name: user.name,
    });
    const accessToken = await this.sign({
      ...shared,
      client_id: this.settings.clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: user.username,
    });
    return { idToken, accessToken };
  }

  /** Throws NotAuthorizedException unless the token is ours, for this client, whole and not expired. */
  async verify(token: string): Promise<TokenClaims> {
    const claims = this.verified.get(token) ?? (await this.verifySignature(token));
    if (claims.expiresAt <= this.now().getTime() / 1000) {
      this.verified.delete(token);
      throw expired();
    }
    return claims;
  }

  private async verifySignature(token: string): Promise<TokenClaims> {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = this.keys.verification.get(header.kid ?? '');
        if (!key) throw invalid();
        return key;
      },
      {
        issuer: this.settings.issuer,
        algorithms: ['RS256'],
        currentDate: this.now(),
        requiredClaims: ['exp', 'sub'],
      },
    ).catch((error: unknown) => {
      throw error instanceof errors.JWTExpired ? expired() : invalid();
    });
    const { token_use: use, origin_jti: sessionId, sub, exp } = payload;
    const client = use === 'id' ? payload.aud : payload['client_id'];
    if ((use !== 'id' && use !== 'access') || client !== this.settings.clientId) throw invalid();
    if (typeof sessionId !== 'string' || sub === undefined || exp === undefined) throw invalid();
    const claims: TokenClaims = { use, sub, sessionId, expiresAt: exp };
    const oldest = this.verified.keys().next();
    if (this.verified.size >= CACHE_SIZE && !oldest.done) this.verified.delete(oldest.value);
    this.verified.set(token, claims);
    return claims;
  }

  private sign(claims: Record<string, unknown>): Promise<string> {
    const issuedAt = seconds(this.now());
    return new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + TOKEN_LIFETIME_S, jti: randomUUID() })
      .setProtectedHeader({ kid: this.keys.signing.id, alg: 'RS256' })
      .sign(this.keys.signing.key);
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function invalid(): PoolError {
  return new PoolError('NotAuthorizedException', 'Invalid Access Token');
}

function expired(): PoolError {
  return new PoolError('NotAuthorizedException', 'Access Token has expired');
}
