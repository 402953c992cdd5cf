import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useEffect, useState } from 'react';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { subscribe } from '../../dataProvider/socket.ts';
import { subscribeToChanges } from '../../resources/live/subscribeToChanges.ts';
import type { Classifier, Training } from '../../../schemas/understanding/training.ts';

export const TRAINING_KEY = ['bot training'];
/** Delay in which changes of intents are collected before the state is fetched again. */
const REFETCH_DELAY_MS = 400;

/** The live state of the classifiers: progress is received over the socket, and changes of intents refetch it. */
export const useTraining = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Partial<Record<Classifier, number>>>({});
  const { data, error, refetch } = useQuery({
    queryKey: TRAINING_KEY,
    queryFn: async ({ signal }) =>
      (await dataProvider.query('intent', null, 'training', { signal })) as unknown as Training,
  });

  useEffect(() => {
    const refetchState = () => void client.invalidateQueries({ queryKey: TRAINING_KEY });
    const { schedule, stop } = subscribeToChanges(['intent', 'entity'], refetchState, REFETCH_DELAY_MS);
    const stopTraining = subscribe('training.changed', (json) => {
      const { kind, progress: done } = json as { kind: Classifier | null; progress: number };
      if (kind) setProgress((previous) => ({ ...previous, [kind]: done }));
      if (!kind || done === 0 || done === 1) schedule();
    });
    // A training may have ended before the first connection.
    const stopConnected = subscribe('connected', schedule);
    return () => {
      stopConnected();
      stopTraining();
      stop();
    };
  }, [client]);

  return { training: data, progress, error, retry: () => void refetch() };
};
