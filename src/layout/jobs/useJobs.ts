import { type RaRecord, useDataProvider, useGetList, useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Job } from '../../../schemas/generated/types.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { subscribe } from '../../dataProvider/socket.ts';
import { messageOf } from '../../resources/actions/failures.ts';

export type JobRecord = Job & RaRecord<string>;

/** When the jobs are asked for at first, in milliseconds: the first screen goes first. */
const PATIENCE_MS = 3000;
const SHOWN = 20;

/** The person's own jobs that were not put away, newest first, as they go on. */
export const useJobs = () => {
  const { user } = useAccess();
  const [isWanted, setWanted] = useState(false);
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const { data, refetch } = useGetList<JobRecord>(
    'job',
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { by: user.id, dismissed: false },
    },
    { enabled: isWanted, staleTime: 0 },
  );

  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(
    () =>
      subscribe('job.changed', () => {
        setWanted(true);
        if (isWanted) void refetch();
      }),
    [isWanted, refetch],
  );

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
