import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { get } from '../resources/operations.ts';
import type { SecretBox } from '../resources/secretBox.ts';
import type { Services } from '../resources/services.ts';
import type { RequestKey } from '../resources/write/requestKey.ts';
import type { DomainModule } from '../modules/module.ts';
import type { Database } from '../storage/database.ts';
import { ApiError, malformed } from '../http/errors.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const REQUEST_KEY_HEADER = 'idempotency-key';
/** Hours for which a key and its answer are stored. */
const KEPT_HOURS = 24;
/** Seconds after which a request that has done nothing yet counts as given up: its process died. */
const CLAIM_TTL_S = 120;
/** Milliseconds after which a key that could not be released is tried again. */
const RELEASE_AGAIN_MS = 1_000;
const MAX_KEY_LENGTH = 200;
/** Characters of an answer that is stored. */
const MAX_ANSWER_LENGTH = 1_000_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a POST that its caller may repeat. */
    requestKey: RequestKey | undefined;
  }
}

/** What is stored of a request with a key. */
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
 * `Idempotency-Key` on every POST of a signed-in caller: the first request with a key is carried out, a repeat within
 * 24 hours is given the same answer. Answers are stored sealed, for they may hold what is shown once. Only what
 * succeeded is stored: after a refusal nothing was done, and the same key may be tried again.
 */
export function registerRequestKeys(app: FastifyInstance, db: Database, current: () => Services): void {
  app.decorateRequest('requestKey', undefined);
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers[REQUEST_KEY_HEADER];
    const { config } = request.routeOptions;
    if (key === undefined || request.method !== 'POST' || request.is404 || config.open === true) return;
    if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH)
      throw malformed(
        t('Idempotency-Key must have 1 to %{maxKeyLength} visible ASCII characters', {
          maxKeyLength: MAX_KEY_LENGTH,
        }),
      );
    const claimed: RequestKey = { caller: request.user.id, key, claim: randomUUID() };
    const print = fingerprintOf(request);
    // First of all: a claim whose answer was lost is released as well.
    request.requestKey = claimed;
    if (await claim(db, claimed, print)) return;
    request.requestKey = undefined;
    return repeat(request, reply, { db, services: current(), claimed, print });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { requestKey } = request;
    if (!requestKey) return payload;
    const isStored = reply.statusCode < 300 && typeof payload === 'string';
    const done = isStored
      ? store(db, requestKey, reply.statusCode, payload, current().secretBox)
      : releaseInTime(db, requestKey, reply.statusCode === 503);
    // The change is made whether or not its answer can be stored.
    await done.catch((error: unknown) =>
      request.log.error({ err: error }, 'the answer of a request was not stored'),
    );
    return payload;
  });
}

/** The same for a repeat alone: address, body, and roles, which decide what an answer may tell. */
function fingerprintOf({ method, url, body, headers, user }: FastifyRequest): string {
  const sent =
    body === undefined ? `${headers['content-type']} ${headers['content-length']}` : JSON.stringify(body);
  return createHash('sha256')
    .update(JSON.stringify([method, url, sent, user.roles]))
    .digest('base64');
}

/** @returns whether the request is to be carried out */
async function claim(db: Database, { caller, key, claim: id }: RequestKey, print: string): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO request_key AS held (caller, key, claim, fingerprint, claimed_until)
     VALUES ($1, $2, $3::uuid, $4, now() + interval '${CLAIM_TTL_S} s')
     ON CONFLICT (caller, key) DO UPDATE SET claim = excluded.claim, fingerprint = excluded.fingerprint,
       claimed_until = excluded.claimed_until, created_at = now(), applied = false, status = NULL, answer = NULL,
       entity = NULL, record_id = NULL, created = NULL
     WHERE held.created_at < now() - interval '${KEPT_HOURS} hours'
       OR (NOT held.applied AND held.status IS NULL AND held.claimed_until < now()
         AND held.fingerprint = excluded.fingerprint)
     RETURNING 1`,
    [caller, key, id, print],
  );
  return rows.length > 0;
}

interface Repeat {
  db: Database;
  services: Services;
  claimed: RequestKey;
  print: string;
}

/** Answers what was carried out before. @throws ApiError 409 while the first is under way, 422 for another request */
async function repeat(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, services, claimed, print }: Repeat,
): Promise<FastifyReply> {
  const [held] = await db.query<StoredRequest>(
    `SELECT fingerprint, applied, status, answer, entity, record_id::text AS record_id, created
     FROM request_key WHERE caller = $1 AND key = $2`,
    [claimed.caller, claimed.key],
  );
  if (held && held.fingerprint !== print)
    throw new ApiError(422, 'INVALID', t('This Idempotency-Key was used for another request'), {
      fields: { '': t('This Idempotency-Key was used for another request') },
    });
  void reply.header('idempotency-replayed', 'true');
  if (held?.status != null && held.answer !== null)
    return reply
      .code(held.status)
      .type('application/json; charset=utf-8')
      .send(services.secretBox.open(held.answer).trimEnd());
  if (!held?.applied)
    throw new ApiError(
      409,
      'IN_PROGRESS',
      t('The first request with this Idempotency-Key is still under way'),
    );
  // It was done, but its process died before it answered.
  const resource = held.entity === null ? undefined : services.catalog.find(held.entity);
  if (!resource || held.record_id === null)
    throw new ApiError(409, 'IN_PROGRESS', t('This was done, or begun, before; its answer was lost'));
  const { user, ip } = request;
  const caller = { user, rights: services.catalog.rights(user.roles), address: ip };
  return reply.code(held.created ? 201 : 200).send(await get(services, resource, caller, held.record_id));
}

async function store(
  db: Database,
  { caller, key, claim: id }: RequestKey,
  status: number,
  payload: string,
  secretBox: SecretBox,
): Promise<void> {
  // A sealed text shows its end: here that is blank.
  const answer = payload.length > MAX_ANSWER_LENGTH ? null : secretBox.seal(`${payload}    `);
  await db.query(
    `UPDATE request_key SET applied = true, status = $4, answer = $5
     WHERE caller = $1 AND key = $2 AND claim = $3::uuid`,
    [caller, key, id, status, answer],
  );
}

/** Lets the key be used again, unless something was done. */
async function release(db: Database, { caller, key, claim: id }: RequestKey): Promise<void> {
  await db.query(
    'DELETE FROM request_key WHERE caller = $1 AND key = $2 AND claim = $3::uuid AND NOT applied',
    [caller, key, id],
  );
}

/**
 * While the database is away it is tried until others could take the key over anyway.
 * @param isDatabaseDown nobody is to wait for it
 */
async function releaseInTime(db: Database, key: RequestKey, isDatabaseDown: boolean): Promise<void> {
  const until = Date.now() + CLAIM_TTL_S * 1_000;
  const again = async (): Promise<void> => {
    await wait(RELEASE_AGAIN_MS, undefined, { ref: false });
    if (Date.now() < until) await release(db, key).catch(again);
  };
  const releasing = release(db, key).catch((error: unknown) => {
    void again();
    throw error;
  });
  if (isDatabaseDown) return void releasing.catch(() => undefined);
  await releasing;
}

const SWEEP = 'request-keys.sweep';

/** Where keys of requests are stored, for a day. */
export const requestKeysModule = {
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
          `DELETE FROM request_key WHERE created_at < now() - interval '${KEPT_HOURS} hours'`,
        )),
    },
  },
  schedules: { [SWEEP]: { everyMinutes: 60 } },
} satisfies DomainModule;
