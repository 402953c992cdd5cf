import { unsealChannel } from './channelState.ts';
import { cachedBriefly, isCachedBriefly } from '../engine/resources/briefCache.ts';
import type { Services } from '../engine/resources/services.ts';
import type { UnsealedChannel } from './types.ts';

const CHANNEL = ['channel'];

/** Whether a channel with that id was found recently; one that is not cached has to be looked up. */
export const isKnownChannel = (services: Pick<Services, 'db'>, id: string): boolean =>
  isCachedBriefly(services, id, CHANNEL);

/** Finds a channel, with its secrets decrypted; undefined for an unknown id. */
export const findChannel = (services: Services, id: string): Promise<UnsealedChannel | undefined> =>
  cachedBriefly(services, id, CHANNEL, async () => {
    const record = await services.catalog.find('channel')?.repository.find(id);
    if (!record) return undefined;
    return { active: true, ...record, ...unsealChannel(services, record) } as unknown as UnsealedChannel;
  });
