import type { Channel } from '../../schemas/generated/types.ts';
import type { EntityRecord } from '../../schemas/model/types.ts';
import type { Services } from '../engine/resources/services.ts';
import { tellEvent } from '../engine/resources/tellEvent.ts';
import { runInTransaction, type UnitOfWork } from '../engine/resources/write/unitOfWork.ts';
import { updateLiveFields } from '../engine/resources/write/updateLiveFields.ts';
import type { Database } from '../engine/storage/database.ts';
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

/** Failures in a row by their fault, and when something was stored last. */
interface Seen {
  failures: Map<WebhookFault, number>;
  storedAt: number;
}
const seen = new WeakMap<Database, Map<string, Seen>>();

function seenOf(db: Database, channel: string): Seen {
  const channels = seen.get(db) ?? new Map<string, Seen>();
  seen.set(db, channels);
  const own = channels.get(channel) ?? { failures: new Map(), storedAt: 0 };
  channels.set(channel, own);
  return own;
}

/** Counts a failure of what came in; kept on the channel, and told, once it is one of several in a row in this process. */
export async function reportWebhookFault(
  services: Services,
  { id, active }: UnsealedChannel,
  fault: WebhookFault,
  note: string,
): Promise<void> {
  const { failures, storedAt } = seenOf(services.db, id);
  if (!active || (fault === 'refused' && Date.now() - storedAt < TRUSTED_MS)) return;
  const count = (failures.get(fault) ?? 0) + 1;
  failures.set(fault, count);
  if (count % TOLD_AFTER === 0) await recordWebhook(services, id, { webhook: fault, webhookNote: note });
}

/** What came in was seen to: nothing is written where nothing was wrong. */
export async function reportWebhookProof(
  services: Services,
  { id, webhook }: UnsealedChannel,
  proof: WebhookProof,
): Promise<void> {
  const own = seenOf(services.db, id);
  if (proof === 'stored') own.storedAt = Date.now();
  for (const fault of DISPROVED[proof]) own.failures.delete(fault);
  if (DISPROVED[proof].some((fault) => fault === webhook))
    await recordWebhook(services, id, { webhook: 'works' }, proof);
}

async function recordWebhook(
  services: Services,
  id: string,
  verdict: WebhookCheck,
  proof: WebhookProof = 'test',
): Promise<void> {
  const { repository } = services.catalog.require('channel');
  await runInTransaction(services, async (unit) => {
    const before = await repository.within(unit.tx).lock(id, 'change');
    if (before) await keepWebhookCheck(services, unit, before, verdict, proof);
  });
}

/** Keeps what was found of a channel's webhook, and tells of it where it is new. @param before locked */
export async function keepWebhookCheck(
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
  await tellEvent(services, unit, 'channel', {
    event,
    record: { ...before, webhook, webhookNote: webhookNote ?? '' },
  });
}
