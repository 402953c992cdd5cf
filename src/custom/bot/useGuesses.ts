import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { TeachGuesses } from '../../../schemas/understanding/teaching.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../../resources/fieldKit/types.ts';

const ENTITY = 'missed-sentence';

/** Suggestions for teaching sentences; fetched once, wherever they are shown. */
export const useGuesses = (records: readonly ListRecord[]) => {
  const ids = records.map(({ id }) => id);
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: [ENTITY, 'guesses', ids],
    queryFn: async ({ signal }) =>
      (await dataProvider.query(ENTITY, null, 'guesses', {
        body: { ids },
        signal,
      })) as unknown as TeachGuesses,
    enabled: ids.length > 0,
    retry: false,
  });
};
