import { toWallTime } from '../../../../schemas/model/zonedTime.ts';
import type { JobContext } from '../../jobs/index.ts';
import { readServices, type ReadServices, type Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

/**
 * Services for a job that only reads. The first attempt may read a replica. A replica cancels long queries that conflict
 * with replayed writes, so that further attempts read the primary database.
 */
export const readServicesOfJob = async (
  services: Services,
  { attempt }: Pick<JobContext<object>, 'attempt'>,
  { user }: Pick<Caller, 'user'>,
): Promise<ReadServices> => (attempt === 1 ? readServices(services, user.id) : { services });

/** `, as of 2026-11-21 14:05`, in the given time zone; empty where the data is current. */
export const asOfText = (asOf: Date | undefined, zone: string): string =>
  asOf
    ? `, ${storedText('as of %{time}', { time: toWallTime(asOf.toISOString(), zone).replace('T', ' ') })}`
    : '';
