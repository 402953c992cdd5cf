import { type RaRecord, useDataProvider, useGetList, useNotify } from 'react-admin';
import { useEffect } from 'react';
import type { Job } from '../../../schemas/generated/types.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { subscribe } from '../../dataProvider/socket.ts';
import { messageOf } from '../../resources/changes/failures.ts';

export type JobRecord = Job & RaRecord<string>;

const SHOWN = 20;

/** The person's own jobs that were not put away, newest first, as they go on. */
export const useJobs = () => {
  const { user } = useAccess();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const { data, refetch } = useGetList<JobRecord>(
    'job',
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { by: user.id, dismissed: false },
    },
    { staleTime: 0 },
  );

  useEffect(() => {
    // What changed before there was a connection was told to nobody.
    const stops = ['job.changed', 'connected'].map((event) => subscribe(event, () => void refetch()));
    return () => stops.forEach((stop) => stop());
  }, [refetch]);

  const act = async (id: string, verb: 'dismiss' | 'cancel'): Promise<void> => {
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
    dismiss: (id: string) => act(id, 'dismiss'),
    cancel: (id: string) => act(id, 'cancel'),
  };
};
