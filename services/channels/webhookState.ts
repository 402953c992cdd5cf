import type { Channel } from '../../schemas/generated/types.ts';
import type { EntityRecord } from '../../schemas/model/types.ts';
import type { Services } from '../engine/resources/services.ts';
import { notifyOfEvent } from '../engine/resources/notifyOfEvent.ts';
import { runInTransaction } from '../engine/resources/write/transaction.ts';
import type { UnitOfWork } from '../engine/resources/write/unitOfWork.ts';
import { updateLiveFields } from '../engine/resources/write/updateLiveFields.ts';
import type { Database, Queryable } from '../engine/storage/database.ts';
import type { UnsealedChannel, WebhookCheck } from './types.ts';

/** A fault of a channel's webhook. */
export type WebhookFault = Exclude<NonNullable<Channel['webhook']>, 'works'>;
/** A proof that a webhook works: a signed call that was stored, the platform's own test, an event that the bot has processed. */
export type WebhookProof = 'stored' | 'test' | 'answered';

/** Failures in a row after which people are notified. */
const FAILURES_PER_NOTICE = 5;
/** Milliseconds after a stored call in which rejected calls are ignored: then they are probably not from the platform. */
const PLATFORM_TRUST_MS = 10 * 60_000;
/** The faults that each proof disproves. */
const DISPROVED_FAULTS: Record<WebhookProof, readonly WebhookFault[]> = {
  stored: ['refused', 'unreachable', 'unstored'],
  test: ['refused', 'unreachable'],
  answered: ['unanswered'],
};

/** Milliseconds between two proofs of a channel that a process records; after a failure of its own, the next is recorded at once. */
const PROOF_INTERVAL_MS = 5_000;

/** When this process last recorded a proof, by database, channel and proof. */
const lastProofs = new WeakMap<Database, Map<string, Map<WebhookProof, number>>>();

function lastProofsOf(db: Database, channel: string): Map<WebhookProof, number> {
  const channels = lastProofs.get(db) ?? new Map<string, Map<WebhookProof, number>>();
  lastProofs.set(db, channels);
  const proofTimes = channels.get(channel) ?? new Map<WebhookProof, number>();
  channels.set(channel, proofTimes);
  return proofTimes;
}

/**
 * Counts a failure of a webhook for all processes. After several in a row it is recorded on the channel, and people are
 * notified.
 */
export async function reportWebhookFault(
  services: Services,
  { id, active, webhook }: UnsealedChannel,
  fault: WebhookFault,
  note: string,
): Promise<void> {
  // A known fault of rejected calls causes no further writes, since strangers can send such calls.
  if (!active || (fault === 'refused' && webhook === fault)) return;
  lastProofsOf(services.db, id).clear();
  const [failures] = await services.db.query<{ count: number }>(
    `INSERT INTO webhook_seen AS seen (channel, what, count)
     SELECT $1::uuid, $2, 1 WHERE NOT EXISTS (
       SELECT FROM webhook_seen WHERE $2 = 'refused' AND channel = $1::uuid AND what = 'stored'
         AND at > clock_timestamp() - $3::int * interval '1 ms')
     ON CONFLICT (channel, what) DO UPDATE SET count = seen.count + 1, at = clock_timestamp()
     RETURNING count`,
    [id, fault, PLATFORM_TRUST_MS],
  );
  if (failures && failures.count % FAILURES_PER_NOTICE === 0)
    await recordWebhook(services, id, { webhook: fault, webhookNote: note });
}

/** Records a proof that a webhook works, while nothing is wrong at most every few seconds. */
export async function reportWebhookProof(
  services: Services,
  { id, webhook }: UnsealedChannel,
  proof: WebhookProof,
): Promise<void> {
  const proofTimes = lastProofsOf(services.db, id);
  if (Date.now() - (proofTimes.get(proof) ?? 0) >= PROOF_INTERVAL_MS) {
    proofTimes.set(proof, Date.now());
    await services.db.query(
      `WITH disproved AS (DELETE FROM webhook_seen WHERE channel = $1::uuid AND what = ANY($3::text[]))
       INSERT INTO webhook_seen (channel, what) VALUES ($1::uuid, $2)
       ON CONFLICT (channel, what) DO UPDATE SET at = clock_timestamp()`,
      [id, proof, DISPROVED_FAULTS[proof]],
    );
  }
  if (DISPROVED_FAULTS[proof].some((fault) => fault === webhook))
    await recordWebhook(services, id, { webhook: 'works' }, proof);
}

/** Deletes the state of a deleted channel's webhook. */
export const forgetWebhook = async (tx: Queryable, channel: string): Promise<void> => {
  await tx.query('DELETE FROM webhook_seen WHERE channel = $1::uuid', [channel]);
};

async function recordWebhook(
  services: Services,
  id: string,
  check: WebhookCheck,
  proof: WebhookProof = 'test',
): Promise<void> {
  const { repository } = services.catalog.require('channel');
  await runInTransaction(services, async (unit) => {
    const before = await repository.within(unit.tx).lock(id, 'change');
    if (before) await recordWebhookCheck(services, unit, before, check, proof);
  });
}

/** Records the check of a channel's webhook, and notifies people of a new result. @param before the locked record */
export async function recordWebhookCheck(
  services: Services,
  unit: UnitOfWork,
  before: EntityRecord,
  { webhook, webhookNote }: WebhookCheck,
  proof: WebhookProof = 'test',
): Promise<void> {
  const { id, version } = before;
  const previous = (before['webhook'] ?? 'works') as NonNullable<Channel['webhook']>;
  if (webhook === 'works' && previous !== 'works' && !DISPROVED_FAULTS[proof].includes(previous)) return;
  if (webhook === previous && webhook === 'works') return;
  const db = unit.tx as Services['db'];
  await updateLiveFields({ db, catalog: services.catalog }, 'channel', [
    { id, values: { webhook, webhookNote: webhookNote ?? null } },
  ]);
  unit.liveChanges.push({ entity: 'channel', id, version, by: null });
  if ((webhook === 'works') === (previous === 'works')) return;
  const event = webhook === 'works' ? 'webhook-works' : 'webhook-fails';
  await notifyOfEvent(services, unit, 'channel', {
    event,
    record: { ...before, webhook, webhookNote: webhookNote ?? '' },
  });
}
