import { toWallTime } from '../../../../schemas/model/zonedTime.ts';
import type { JobContext } from '../../jobs/index.ts';
import { readServices, type ReadServices, type Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

/**
 * Services for a job that only reads for its person. A try that failed may have failed for its replica, which ends what
 * takes long where it is in the way of what was written meanwhile: the next one reads the database itself.
 */
export const readServicesOfJob = async (
  services: Services,
  { attempt }: Pick<JobContext<object>, 'attempt'>,
  { user }: Pick<Caller, 'user'>,
): Promise<ReadServices> => (attempt === 1 ? readServices(services, user.id) : { services });

/** `, as of 2026-11-21 14:05`, in the person's time; nothing where it is as of now. */
export const asOfText = (asOf: Date | undefined, zone: string): string =>
  asOf
    ? `, ${storedText('as of %{time}', { time: toWallTime(asOf.toISOString(), zone).replace('T', ' ') })}`
    : '';
