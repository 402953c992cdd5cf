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
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { UnitOfWork } from '../../engine/resources/write/unitOfWork.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { ensureFollowers } from './inbound/people.ts';
import { platformPicture, toLanguage } from './platformProfile.ts';
import { toStorableText } from '../../channels/storableText.ts';
import type { UnsealedChannel, PlatformProfile } from '../../channels/types.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const FETCH_JOB = 'conversation.profiles';
const MAX_PROFILES_PER_JOB = 100;
const MAX_PROFILES_PER_TRANSACTION = 20;

interface FetchProfilesJob {
  channel: string;
  profiles: string[];
}

/** Enqueues fetching people's names and pictures from the platform, once the transaction is committed. */
export async function enqueueProfileFetch(
  jobs: Jobs,
  tx: Queryable,
  { id, type, token }: UnsealedChannel,
  profiles: readonly string[],
): Promise<void> {
  if (!capabilitiesOf(type).fetchesProfiles || !token) return;
  for (let at = 0; at < profiles.length; at += MAX_PROFILES_PER_JOB) {
    const data: FetchProfilesJob = { channel: id, profiles: profiles.slice(at, at + MAX_PROFILES_PER_JOB) };
    await jobs.enqueue(tx, FETCH_JOB, data);
  }
}

/** Adds the people who follow a channel to the audience, and asks for their names behind it. @returns how many are new */
export async function createFollowers(
  services: Services,
  jobs: Jobs,
  unit: UnitOfWork,
  channel: UnsealedChannel,
  people: readonly string[],
): Promise<number> {
  const created = await ensureFollowers(services, unit, channel, people);
  await enqueueProfileFetch(jobs, unit.tx, channel, created);
  return created.length;
}

/** The jobs that fetch profiles. A person of whom the platform says nothing keeps the fallback name. */
export const profileJobs = {
  [FETCH_JOB]: {
    label: message('Names and pictures of people'),
    async run({ data, signal }, context) {
      const channel = await findChannel(context.services(), data.channel);
      if (!channel) return;
      const { repository } = context.services().catalog.require('profile');
      const people = await repository.getMany(data.profiles);
      for (let at = 0; at < people.length; at += MAX_PROFILES_PER_TRANSACTION) {
        const fetchedProfiles: FetchedProfile[] = [];
        for (const { id, externalId } of people.slice(at, at + MAX_PROFILES_PER_TRANSACTION) as (Profile &
          EntityRecord)[]) {
          if (signal.aborted) throw new UpstreamUnavailableError(t('The process is to end'));
          const fetched = await channelServiceOf(channel.type).fetchProfile?.(
            channel,
            externalId,
            context.settings,
          );
          if (fetched) fetchedProfiles.push({ id, fetched });
        }
        await storeProfiles(context, fetchedProfiles);
      }
    },
  } satisfies JobKind<FetchProfilesJob> as JobKind,
};

interface FetchedProfile {
  id: string;
  fetched: PlatformProfile;
}

/** Stores them in one transaction; when one is refused, each separately, and without the picture when that is invalid. */
async function storeProfiles(
  { services }: Pick<Context, 'services'>,
  all: readonly FetchedProfile[],
): Promise<void> {
  const now = services();
  // In one order, so that two processes never wait for each other.
  const people = all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  try {
    await runInTransaction(now, async (unit) => {
      for (const one of people) await storeProfile(now, one, unit);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const one of people) await storeProfileSeparately(now, one);
  }
}

async function storeProfileSeparately(services: Services, one: FetchedProfile): Promise<void> {
  const ignoreDeleted = (error: unknown): void => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  };
  await storeProfile(services, one)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      return storeProfile(services, { ...one, fetched: { ...one.fetched, pictureUrl: undefined } });
    })
    .catch(ignoreDeleted);
}

const storeProfile = (
  services: Services,
  { id, fetched }: FetchedProfile,
  unit?: UnitOfWork,
): Promise<unknown> =>
  records(services, 'profile', SYSTEM, unit).change(id, (stored) => ({
    ...stored,
    ...(fetched.displayName && { displayName: toStorableText(fetched.displayName, 200) }),
    ...platformPicture(stored, fetched.pictureUrl),
    ...(fetched.language && { language: toLanguage(fetched.language) }),
  }));
