import type { Channel } from '../../schemas/generated/types.ts';
import type { EntityRecord } from '../../schemas/model/types.ts';
import type { Services } from '../engine/resources/services.ts';
import { openSecrets } from '../engine/resources/secrets.ts';
import { updateLiveFields } from '../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../engine/storage/database.ts';
import { channelServiceOf } from './registry.ts';
import type { OpenChannel, Verdict } from './types.ts';

export type ChannelFacts = Partial<Omit<Verdict, 'credentials'>> & {
  credentials?: Channel['credentials'];
  checkedAt?: string | null;
  deletion?: Channel['deletion'] | null;
  deletionNote?: string | null;
};

/** What is known of a channel's credentials, kept with the change that it follows from. */
export const keepWith = (
  tx: Queryable,
  services: Services,
  id: string,
  values: ChannelFacts,
): Promise<void> =>
  updateLiveFields({ db: tx as Services['db'], catalog: services.catalog }, 'channel', [{ id, values }]);

/** What a test has found, told to open consoles. */
export async function keepVerdict(services: Services, id: string, verdict: Verdict): Promise<ChannelFacts> {
  const values = { ...verdict, checkedAt: new Date().toISOString() };
  const { version } = (await services.catalog.require('channel').repository.find(id)) ?? {};
  await runInTransaction(services, async ({ tx, liveChanges }) => {
    await keepWith(tx, services, id, values);
    if (typeof version === 'number') liveChanges.push({ entity: 'channel', id, version, by: null });
  });
  return values;
}

/** A channel as its platform is asked with it. */
export const opened = ({ catalog, secretBox }: Services, record: EntityRecord): OpenChannel =>
  openSecrets(catalog.require('channel').model, { ...record }, secretBox) as unknown as OpenChannel;

/** Whether there is anything that its platform could be asked with. */
export const isFilled = (channel: Partial<OpenChannel> | EntityRecord): boolean =>
  channelServiceOf((channel as Channel).type).isFilled(channel as Partial<OpenChannel>);
