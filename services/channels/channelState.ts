import type { Channel } from '../../schemas/generated/types.ts';
import type { EntityRecord } from '../../schemas/model/types.ts';
import type { Services } from '../engine/resources/services.ts';
import { notifyOfEvent } from '../engine/resources/notifyOfEvent.ts';
import { openSecrets } from '../engine/resources/secrets.ts';
import { updateLiveFields } from '../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../engine/resources/write/transaction.ts';
import type { Queryable } from '../engine/storage/database.ts';
import { channelServiceOf } from './registry.ts';
import type { ChannelCredentials, CredentialsCheck } from './types.ts';
import { recordWebhookCheck } from './webhookState.ts';

export type ChannelLiveFields = {
  credentialsNote?: CredentialsCheck['credentialsNote'] | null;
  credentials?: Channel['credentials'];
  checkedAt?: string | null;
  deletion?: Channel['deletion'] | null;
  deletionNote?: string | null;
};

/** Updates the live fields of a channel within a transaction. */
export const updateChannelFields = (
  tx: Queryable,
  services: Services,
  id: string,
  values: ChannelLiveFields,
): Promise<void> =>
  updateLiveFields({ db: tx as Services['db'], catalog: services.catalog }, 'channel', [{ id, values }]);

/** Records the result of a test, and notifies open consoles. */
export async function recordCredentialsCheck(
  services: Services,
  id: string,
  { webhookCheck, ...verdict }: CredentialsCheck,
): Promise<ChannelLiveFields> {
  const values = { ...verdict, checkedAt: new Date().toISOString() };
  const { repository } = services.catalog.require('channel');
  await runInTransaction(services, async (unit) => {
    const { tx, liveChanges } = unit;
    // Locked against other checks: of two with the same result, one notifies.
    const before = await repository.within(tx).lock(id, 'change');
    await updateChannelFields(tx, services, id, values);
    if (!before) return;
    liveChanges.push({ entity: 'channel', id, version: before.version, by: null });
    if (webhookCheck) await recordWebhookCheck(services, unit, before, webhookCheck);
    const hasChanged = before['credentials'] !== verdict.credentials;
    if (!hasChanged || (verdict.credentials !== 'works' && before['credentials'] !== 'works')) return;
    const event = verdict.credentials === 'works' ? 'credentials-work' : 'credentials-lost';
    await notifyOfEvent(services, unit, 'channel', { event, record: { ...before, ...verdict } });
  });
  return values;
}

/** Decrypts the secrets of a channel. */
export const unsealChannel = ({ catalog, secretBox }: Services, record: EntityRecord): ChannelCredentials =>
  openSecrets(catalog.require('channel').model, { ...record }, secretBox) as unknown as ChannelCredentials;

/** Whether the channel has credentials for calls to its platform. */
export const hasCredentials = (channel: Partial<ChannelCredentials> | EntityRecord): boolean =>
  channelServiceOf((channel as Channel).type).hasCredentials(channel as Partial<ChannelCredentials>);
