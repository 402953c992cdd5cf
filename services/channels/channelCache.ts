import { unsealChannel } from './channelState.ts';
import { cachedBriefly, isCachedBriefly } from '../engine/resources/briefCache.ts';
import type { Services } from '../engine/resources/services.ts';
import type { UnsealedChannel } from './types.ts';

const CHANNEL = ['channel'];

/** Whether there was a channel of that id of late; what is not remembered has to be looked up. */
export const isKnownChannel = (services: Pick<Services, 'db'>, id: string): boolean =>
  isCachedBriefly(services, id, CHANNEL);

/** A channel with its secrets in the clear; undefined where there is none of that id. */
export const findChannel = (services: Services, id: string): Promise<UnsealedChannel | undefined> =>
  cachedBriefly(services, id, CHANNEL, async () => {
    const record = await services.catalog.find('channel')?.repository.find(id);
    if (!record) return undefined;
    return { active: true, ...record, ...unsealChannel(services, record) } as unknown as UnsealedChannel;
  });
