import { createHmac, createPrivateKey, createPublicKey, generateKeyPair, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import type { JWK } from 'jose';
import type { Database } from '../storage/database.ts';

/** The pool's own secrets, the same for every process on one database. */
export interface PoolKeys {
  /** Signs new tokens. */
  signingKey: { id: string; key: KeyObject };
  /** Public keys, as served to others, of every key whose tokens are still valid. */
  publishedKeys: JWK[];
  verificationKeys: Map<string, KeyObject>;
  /** A keyed hash, different for each purpose; `text` cannot be found from it without the pool's secret. */
  digest(purpose: string, text: string): Buffer;
}

/** Reads the keys, and creates them at the first start. The newest signing key signs; older ones still verify. */
export async function loadKeys(db: Database, now: Date): Promise<PoolKeys> {
  await createMissingKey(db, now, 'hashing', async () => randomBytes(32).toString('base64'));
  await createMissingKey(db, now, 'signing', async () => {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  });
  const rows = await db.query<{ purpose: string; material: string }>(
    'SELECT purpose, material FROM user_pool_keys ORDER BY created_at DESC, id',
  );
  const hashing = rows.filter((row) => row.purpose === 'hashing').at(-1);
  const pairs = await Promise.all(
    rows.filter((row) => row.purpose === 'signing').map((row) => parseKeyPair(row.material)),
  );
  const newest = pairs[0];
  if (!hashing || !newest) throw new Error('The user pool has no keys');
  const secret = Buffer.from(hashing.material, 'base64');
  return {
    signingKey: { id: newest.id, key: newest.privateKey },
    publishedKeys: pairs.map((pair) => pair.jwk),
    verificationKeys: new Map(pairs.map((pair) => [pair.id, pair.publicKey])),
    digest: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\0${text}`).digest(),
  };
}

/** Creates a key under a fixed id per purpose, so that processes which start together end up with the same key. */
async function createMissingKey(
  db: Database,
  now: Date,
  purpose: string,
  generate: () => Promise<string>,
): Promise<void> {
  const existing = await db.query('SELECT 1 FROM user_pool_keys WHERE purpose = $1', [purpose]);
  if (existing.length > 0) return;
  await db.query(
    `INSERT INTO user_pool_keys (id, purpose, material, created_at) VALUES ($1, $2, $3, $4::timestamptz)
     ON CONFLICT DO NOTHING`,
    [`${purpose}-1`, purpose, await generate(), now],
  );
}

async function parseKeyPair(pem: string) {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const jwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(jwk);
  return { id, privateKey, publicKey, jwk: { ...jwk, kid: id, alg: 'RS256', use: 'sig' } };
}
