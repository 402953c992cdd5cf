import { type RaRecord, useDataProvider, useGetList, useNotify } from 'react-admin';
import { useEffect } from 'react';
import type { Job } from '../../../schemas/generated/types.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { subscribe } from '../../dataProvider/socket.ts';
import { messageOf } from '../../resources/changes/failures.ts';

export type JobRecord = Job & RaRecord<string>;

const MAX_JOBS = 20;

/** The person's own jobs that are not dismissed, newest first, updated live. */
export const useJobs = () => {
  const { user } = useAccess();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const { data, refetch } = useGetList<JobRecord>(
    'job',
    {
      pagination: { page: 1, perPage: MAX_JOBS },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { by: user.id, dismissed: false },
    },
    { staleTime: 0 },
  );

  useEffect(() => {
    // Changes during a lost connection were not received.
    const stops = ['job.changed', 'connected'].map((event) => subscribe(event, () => void refetch()));
    return () => stops.forEach((stop) => stop());
  }, [refetch]);

  const runJobAction = async (id: string, verb: 'dismiss' | 'cancel'): Promise<void> => {
    try {
      await dataProvider.action('job', id, verb);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    await refetch();
  };
  return {
    jobs: data ?? [],
    refresh: () => void refetch(),
    dismiss: (id: string) => runJobAction(id, 'dismiss'),
    cancel: (id: string) => runJobAction(id, 'cancel'),
  };
};
