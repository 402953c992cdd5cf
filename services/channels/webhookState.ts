import type { Channel } from '../../schemas/generated/types.ts';
import type { EntityRecord } from '../../schemas/model/types.ts';
import type { Services } from '../engine/resources/services.ts';
import { notifyOfEvent } from '../engine/resources/notifyOfEvent.ts';
import { runInTransaction } from '../engine/resources/write/transaction.ts';
import type { UnitOfWork } from '../engine/resources/write/unitOfWork.ts';
import { updateLiveFields } from '../engine/resources/write/updateLiveFields.ts';
import type { Database, Queryable } from '../engine/storage/database.ts';
import type { UnsealedChannel, WebhookCheck } from './types.ts';

/** What is wrong with what comes in. */
export type WebhookFault = Exclude<NonNullable<Channel['webhook']>, 'works'>;
/** What shows that it works: a signed call that was stored, the platform's own test, an event that the bot has seen to. */
export type WebhookProof = 'stored' | 'test' | 'answered';

/** Failures in a row of which people are told. */
const TOLD_AFTER = 5;
/** Strangers may call too: while the platform itself comes through, what they send is no fault of the channel. */
const TRUSTED_MS = 10 * 60_000;
/** What each proof disproves. */
const DISPROVED: Record<WebhookProof, readonly WebhookFault[]> = {
  stored: ['refused', 'unreachable', 'unstored'],
  test: ['refused', 'unreachable'],
  answered: ['unanswered'],
};

/** What a process says of proofs of one channel, at most; failures of its own are always disproved at once. */
const PROOF_EVERY_MS = 5_000;

/** When this process last noted a proof, by database, channel and proof. */
const noted = new WeakMap<Database, Map<string, Map<WebhookProof, number>>>();

function notedOf(db: Database, channel: string): Map<WebhookProof, number> {
  const channels = noted.get(db) ?? new Map<string, Map<WebhookProof, number>>();
  noted.set(db, channels);
  const own = channels.get(channel) ?? new Map<WebhookProof, number>();
  channels.set(channel, own);
  return own;
}

/**
 * Counts a failure of what came in, where all processes see it; kept on the channel, and told, once it is one of several in
 * a row.
 */
export async function reportWebhookFault(
  services: Services,
  { id, active, webhook }: UnsealedChannel,
  fault: WebhookFault,
  note: string,
): Promise<void> {
  // Of what strangers may send nothing more is written once it is known.
  if (!active || (fault === 'refused' && webhook === fault)) return;
  notedOf(services.db, id).clear();
  const [counted] = await services.db.query<{ count: number }>(
    `INSERT INTO webhook_seen AS seen (channel, what, count)
     SELECT $1::uuid, $2, 1 WHERE NOT EXISTS (
       SELECT FROM webhook_seen WHERE $2 = 'refused' AND channel = $1::uuid AND what = 'stored'
         AND at > clock_timestamp() - $3::int * interval '1 ms')
     ON CONFLICT (channel, what) DO UPDATE SET count = seen.count + 1, at = clock_timestamp()
     RETURNING count`,
    [id, fault, TRUSTED_MS],
  );
  if (counted && counted.count % TOLD_AFTER === 0)
    await recordWebhook(services, id, { webhook: fault, webhookNote: note });
}

/** What came in was seen to. While nothing is wrong that is written every few seconds at most. */
export async function reportWebhookProof(
  services: Services,
  { id, webhook }: UnsealedChannel,
  proof: WebhookProof,
): Promise<void> {
  const own = notedOf(services.db, id);
  if (Date.now() - (own.get(proof) ?? 0) >= PROOF_EVERY_MS) {
    own.set(proof, Date.now());
    await services.db.query(
      `WITH disproved AS (DELETE FROM webhook_seen WHERE channel = $1::uuid AND what = ANY($3::text[]))
       INSERT INTO webhook_seen (channel, what) VALUES ($1::uuid, $2)
       ON CONFLICT (channel, what) DO UPDATE SET at = clock_timestamp()`,
      [id, proof, DISPROVED[proof]],
    );
  }
  if (DISPROVED[proof].some((fault) => fault === webhook))
    await recordWebhook(services, id, { webhook: 'works' }, proof);
}

/** Nothing is known any more of the webhook of a channel that is deleted. */
export const forgetWebhook = async (tx: Queryable, channel: string): Promise<void> => {
  await tx.query('DELETE FROM webhook_seen WHERE channel = $1::uuid', [channel]);
};

async function recordWebhook(
  services: Services,
  id: string,
  verdict: WebhookCheck,
  proof: WebhookProof = 'test',
): Promise<void> {
  const { repository } = services.catalog.require('channel');
  await runInTransaction(services, async (unit) => {
    const before = await repository.within(unit.tx).lock(id, 'change');
    if (before) await recordWebhookCheck(services, unit, before, verdict, proof);
  });
}

/** Records the check of a channel's webhook, and notifies where the result is new. @param before locked */
export async function recordWebhookCheck(
  services: Services,
  unit: UnitOfWork,
  before: EntityRecord,
  { webhook, webhookNote }: WebhookCheck,
  proof: WebhookProof = 'test',
): Promise<void> {
  const { id, version } = before;
  const was = (before['webhook'] ?? 'works') as NonNullable<Channel['webhook']>;
  if (webhook === 'works' && was !== 'works' && !DISPROVED[proof].includes(was)) return;
  if (webhook === was && webhook === 'works') return;
  const db = unit.tx as Services['db'];
  await updateLiveFields({ db, catalog: services.catalog }, 'channel', [
    { id, values: { webhook, webhookNote: webhookNote ?? null } },
  ]);
  unit.liveChanges.push({ entity: 'channel', id, version, by: null });
  if ((webhook === 'works') === (was === 'works')) return;
  const event = webhook === 'works' ? 'webhook-works' : 'webhook-fails';
  await notifyOfEvent(services, unit, 'channel', {
    event,
    record: { ...before, webhook, webhookNote: webhookNote ?? '' },
  });
}
