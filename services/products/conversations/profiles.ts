import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { UpstreamUnavailableError } from '../../channels/callPlatform.ts';
import type { Context, JobKind } from '../../engine/modules/module.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import { ApiError } from '../../engine/http/errors.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import { runInTransaction, type UnitOfWork } from '../../engine/resources/write/unitOfWork.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { languageOf } from './platformProfile.ts';
import { storable } from '../../channels/storableText.ts';
import type { LiveChannel, PlatformProfile } from '../../channels/types.ts';

const ASK = 'conversation.profiles';
/** People that one job asks for. */
const MOST = 100;
/** Of them, those that one transaction keeps. */
const MOST_KEPT = 20;

interface Asked {
  channel: string;
  profiles: string[];
}

/** Has the platform asked for names and pictures of people, once the transaction is committed. */
export async function askForProfiles(
  jobs: Jobs,
  tx: Queryable,
  { id, type, token }: LiveChannel,
  profiles: readonly string[],
): Promise<void> {
  if (!capabilitiesOf(type).fetchesProfiles || !token) return;
  for (let at = 0; at < profiles.length; at += MOST) {
    const data: Asked = { channel: id, profiles: profiles.slice(at, at + MOST) };
    await jobs.enqueue(tx, ASK, data);
  }
}

/** The jobs that ask; who cannot be told of keeps the name that stands in. */
export const profileJobs = {
  [ASK]: {
    label: 'Names and pictures of people',
    async run({ data, signal }, context) {
      const channel = await findChannel(context.services(), data.channel);
      if (!channel) return;
      const { repository } = context.services().catalog.require('profile');
      const people = await repository.getMany(data.profiles);
      for (let at = 0; at < people.length; at += MOST_KEPT) {
        const told: Named[] = [];
        for (const { id, externalId } of people.slice(at, at + MOST_KEPT) as (Profile & EntityRecord)[]) {
          if (signal.aborted) throw new UpstreamUnavailableError('The process is to end');
          const one = await channelServiceOf(channel.type).fetchProfile?.(
            channel,
            externalId,
            context.settings,
          );
          if (one) told.push({ id, told: one });
        }
        await keepAll(context, told);
      }
    },
  } satisfies JobKind<Asked> as JobKind,
};

interface Named {
  id: string;
  told: PlatformProfile;
}

/** In one transaction; where one of them is refused, each by itself, a person whose picture is at fault without it. */
async function keepAll({ services }: Pick<Context, 'services'>, all: readonly Named[]): Promise<void> {
  const now = services();
  // In one order, so that two processes never wait for each other.
  const people = all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  try {
    await runInTransaction(now, async (unit) => {
      for (const one of people) await keep(now, one, unit);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const one of people) await keepAlone(now, one);
  }
}

async function keepAlone(services: Services, one: Named): Promise<void> {
  const ignoreGone = (error: unknown): void => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  };
  await keep(services, one)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      return keep(services, { ...one, told: { ...one.told, pictureUrl: undefined } });
    })
    .catch(ignoreGone);
}

const keep = (services: Services, { id, told }: Named, unit?: UnitOfWork): Promise<unknown> =>
  records(services, 'profile', SYSTEM, unit).change(id, (stored) => ({
    ...stored,
    ...(told.displayName && { displayName: storable(told.displayName, 200) }),
    ...(told.pictureUrl && { pictureUrl: told.pictureUrl }),
    ...(told.language && { language: languageOf(told.language) }),
  }));
