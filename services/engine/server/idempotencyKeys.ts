import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { get } from '../resources/operations.ts';
import type { SecretBox } from '../resources/secretBox.ts';
import type { Services } from '../resources/services.ts';
import type { IdempotencyKey } from '../resources/write/idempotencyKey.ts';
import type { DomainModule } from '../modules/module.ts';
import type { Database } from '../storage/database.ts';
import { ApiError, malformed } from '../http/errors.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** Hours for which a key and its response are stored. */
const KEY_TTL_HOURS = 24;
/** Seconds after which a claim that has applied nothing counts as abandoned, since its process died. */
const CLAIM_TTL_S = 120;
/** Milliseconds between two attempts to release a key. */
const RELEASE_RETRY_MS = 1_000;
const MAX_KEY_LENGTH = 200;
/** Characters of a response that is stored. */
const MAX_ANSWER_LENGTH = 1_000_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Idempotency-Key` of a POST, claimed for this request. */
    idempotencyKey: IdempotencyKey | undefined;
  }
}

/** The row of a request with a key. */
interface StoredRequest {
  fingerprint: string;
  applied: boolean;
  status: number | null;
  answer: string | null;
  entity: string | null;
  record_id: string | null;
  created: boolean | null;
}

/**
 * `Idempotency-Key` on every POST of a signed-in caller: the first request with a key is processed, a repeat within
 * 24 hours gets the stored response. Responses are stored encrypted, since they may contain one-time secrets. Only
 * successful ones are stored: a rejected request has applied nothing, and its key may be used again.
 */
export function registerIdempotencyKeys(app: FastifyInstance, db: Database, current: () => Services): void {
  app.decorateRequest('idempotencyKey', undefined);
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers[IDEMPOTENCY_KEY_HEADER];
    const { config } = request.routeOptions;
    if (key === undefined || request.method !== 'POST' || request.is404 || config.open === true) return;
    if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH)
      throw malformed(
        t('Idempotency-Key must have 1 to %{maxKeyLength} visible ASCII characters', {
          maxKeyLength: MAX_KEY_LENGTH,
        }),
      );
    const idempotencyKey: IdempotencyKey = { caller: request.user.id, key, claim: randomUUID() };
    const fingerprint = fingerprintOf(request);
    // Set before the claim, so that a claim whose result was lost is released too.
    request.idempotencyKey = idempotencyKey;
    if (await claim(db, idempotencyKey, fingerprint)) return;
    request.idempotencyKey = undefined;
    return replay(request, reply, { db, services: current(), idempotencyKey, fingerprint });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { idempotencyKey } = request;
    if (!idempotencyKey) return payload;
    const isStored = reply.statusCode < 300 && typeof payload === 'string';
    const stored = isStored
      ? storeAnswer(db, idempotencyKey, reply.statusCode, payload, current().secretBox)
      : releaseWithRetries(db, idempotencyKey, reply.statusCode === 503);
    // The change is committed whether or not its response can be stored.
    await stored.catch((error: unknown) =>
      request.log.error({ err: error }, 'the response of a request with an idempotency key was not stored'),
    );
    return payload;
  });
}

/** Hash of the URL, the body, and the roles, which decide what a response may contain. */
function fingerprintOf({ method, url, body, headers, user }: FastifyRequest): string {
  const sent =
    body === undefined ? `${headers['content-type']} ${headers['content-length']}` : JSON.stringify(body);
  return createHash('sha256')
    .update(JSON.stringify([method, url, sent, user.roles]))
    .digest('base64');
}

/** @returns whether the request must be processed */
async function claim(
  db: Database,
  { caller, key, claim: id }: IdempotencyKey,
  fingerprint: string,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO request_key AS held (caller, key, claim, fingerprint, claimed_until)
     VALUES ($1, $2, $3::uuid, $4, now() + interval '${CLAIM_TTL_S} s')
     ON CONFLICT (caller, key) DO UPDATE SET claim = excluded.claim, fingerprint = excluded.fingerprint,
       claimed_until = excluded.claimed_until, created_at = now(), applied = false, status = NULL, answer = NULL,
       entity = NULL, record_id = NULL, created = NULL
     WHERE held.created_at < now() - interval '${KEY_TTL_HOURS} hours'
       OR (NOT held.applied AND held.status IS NULL AND held.claimed_until < now()
         AND held.fingerprint = excluded.fingerprint)
     RETURNING 1`,
    [caller, key, id, fingerprint],
  );
  return rows.length > 0;
}

interface Replay {
  db: Database;
  services: Services;
  idempotencyKey: IdempotencyKey;
  fingerprint: string;
}

/** Sends the response of the first request. @throws ApiError 409 while that is under way, 422 for another request */
async function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, services, idempotencyKey, fingerprint }: Replay,
): Promise<FastifyReply> {
  const [stored] = await db.query<StoredRequest>(
    `SELECT fingerprint, applied, status, answer, entity, record_id::text AS record_id, created
     FROM request_key WHERE caller = $1 AND key = $2`,
    [idempotencyKey.caller, idempotencyKey.key],
  );
  if (stored && stored.fingerprint !== fingerprint)
    throw new ApiError(422, 'INVALID', t('This Idempotency-Key was used for another request'), {
      fields: { '': t('This Idempotency-Key was used for another request') },
    });
  void reply.header('idempotency-replayed', 'true');
  if (stored?.status != null && stored.answer !== null)
    return reply
      .code(stored.status)
      .type('application/json; charset=utf-8')
      .send(services.secretBox.open(stored.answer).trimEnd());
  if (!stored?.applied)
    throw new ApiError(
      409,
      'IN_PROGRESS',
      t('The first request with this Idempotency-Key is still under way'),
    );
  // The change was committed, but its process died before it responded.
  const resource = stored.entity === null ? undefined : services.catalog.find(stored.entity);
  if (!resource || stored.record_id === null)
    throw new ApiError(409, 'IN_PROGRESS', t('This was done, or begun, before; its answer was lost'));
  const { user, ip } = request;
  const caller = { user, rights: services.catalog.rights(user.roles), address: ip };
  return reply.code(stored.created ? 201 : 200).send(await get(services, resource, caller, stored.record_id));
}

async function storeAnswer(
  db: Database,
  { caller, key, claim: id }: IdempotencyKey,
  status: number,
  payload: string,
  secretBox: SecretBox,
): Promise<void> {
  // A masked secret shows its last characters, so that these are blank.
  const answer = payload.length > MAX_ANSWER_LENGTH ? null : secretBox.seal(`${payload}    `);
  await db.query(
    `UPDATE request_key SET applied = true, status = $4, answer = $5
     WHERE caller = $1 AND key = $2 AND claim = $3::uuid`,
    [caller, key, id, status, answer],
  );
}

/** Releases the key, unless its request has applied a change. */
async function release(db: Database, { caller, key, claim: id }: IdempotencyKey): Promise<void> {
  await db.query(
    'DELETE FROM request_key WHERE caller = $1 AND key = $2 AND claim = $3::uuid AND NOT applied',
    [caller, key, id],
  );
}

/**
 * Releases the key; after a failure it tries again until the claim expires.
 * @param inBackground does not wait, for a database that is down
 */
async function releaseWithRetries(db: Database, key: IdempotencyKey, inBackground: boolean): Promise<void> {
  const deadline = Date.now() + CLAIM_TTL_S * 1_000;
  const retry = async (): Promise<void> => {
    await wait(RELEASE_RETRY_MS, undefined, { ref: false });
    if (Date.now() < deadline) await release(db, key).catch(retry);
  };
  const releasing = release(db, key).catch((error: unknown) => {
    void retry();
    throw error;
  });
  if (inBackground) return void releasing.catch(() => undefined);
  await releasing;
}

const SWEEP = 'request-keys.sweep';

/** The table of idempotency keys, and the job that deletes expired ones. */
export const idempotencyKeysModule = {
  name: 'request keys',
  migrations: [
    {
      id: '0001-request-keys',
      statements: [
        `CREATE TABLE IF NOT EXISTS request_key (
           caller text NOT NULL, key text NOT NULL, claim uuid NOT NULL, fingerprint text NOT NULL,
           claimed_until timestamptz NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
           applied boolean NOT NULL DEFAULT false, entity text, record_id uuid, created boolean,
           status int, answer text, PRIMARY KEY (caller, key))`,
        'CREATE INDEX IF NOT EXISTS request_key_age ON request_key (created_at)',
      ],
    },
  ],
  jobs: {
    [SWEEP]: {
      label: message('Keys of requests'),
      run: async (_, { db }) =>
        void (await db.query(
          `DELETE FROM request_key WHERE created_at < now() - interval '${KEY_TTL_HOURS} hours'`,
        )),
    },
  },
  schedules: { [SWEEP]: { everyMinutes: 60 } },
} satisfies DomainModule;
