import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';

/** What is stored between the two requests of a sign-in. */
interface ChallengeStates {
  PASSWORD_VERIFIER: {
    /** The name as it was typed, normalised: attempts are counted on it. */
    name: string;
    userId: string;
    salt: string;
    clientValue: string;
    secret: string;
    /** The user's epoch when the sign-in began; absent when nobody had the name. */
    epoch?: number;
  };
  NEW_PASSWORD_REQUIRED: { sub: string; userId: string; epoch: number };
}
type ChallengeKind = keyof ChallengeStates;

/** Challenges of pending sign-ins. Each can be answered once: consuming it deletes it. */
export class ChallengeStore {
  constructor(
    private readonly db: Database,
    private readonly now: () => Date,
  ) {}

  /** @returns the token that identifies the challenge; only its hash is stored */
  async create<Kind extends ChallengeKind>(
    kind: Kind,
    state: ChallengeStates[Kind],
    lifetimeMs: number,
  ): Promise<string> {
    const token = randomBytes(64).toString('base64');
    await this.db.query(
      `INSERT INTO user_pool_challenges (id, kind, state, expires_at) VALUES ($1, $2, $3::jsonb, $4::timestamptz)`,
      [hashToken(token), kind, JSON.stringify(state), new Date(this.now().getTime() + lifetimeMs)],
    );
    return token;
  }

  async peek<Kind extends ChallengeKind>(
    kind: Kind,
    token: string,
  ): Promise<ChallengeStates[Kind] | undefined> {
    return this.queryState(
      kind,
      token,
      'SELECT state FROM user_pool_challenges WHERE id = $1 AND kind = $2 AND expires_at > $3::timestamptz',
    );
  }

  async consume<Kind extends ChallengeKind>(
    kind: Kind,
    token: string,
  ): Promise<ChallengeStates[Kind] | undefined> {
    return this.queryState(
      kind,
      token,
      'DELETE FROM user_pool_challenges WHERE id = $1 AND kind = $2 AND expires_at > $3::timestamptz RETURNING state',
    );
  }

  private async queryState<Kind extends ChallengeKind>(
    kind: Kind,
    token: string,
    sql: string,
  ): Promise<ChallengeStates[Kind] | undefined> {
    const rows = await this.db.query<{ state: ChallengeStates[Kind] }>(sql, [
      hashToken(token),
      kind,
      this.now(),
    ]);
    return rows[0]?.state;
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
