import Alert from '@mui/material/Alert';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useEffect, useRef } from 'react';
import { config } from '../../dataProvider/config.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { KEY } from './useFigures.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Interval at which the progress is fetched. */
const REFRESH_MS = 10_000;

/** Shows that the demo's conversations are still being generated, and reloads the figures afterwards. */
export const DemoNotice = () => (config().demo ? <ProgressNotice /> : null);

const ProgressNotice = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const queries = useQueryClient();
  const { data: progress } = useQuery({
    queryKey: ['demo', 'progress'],
    queryFn: ({ signal }) => provider.demoProgress({ signal }),
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
    retry: false,
  });
  const wasGenerating = useRef(false);
  useEffect(() => {
    if (progress === null && wasGenerating.current) void queries.invalidateQueries({ queryKey: [KEY] });
    wasGenerating.current = Boolean(progress);
  }, [progress, queries]);

  if (!progress) return null;
  return (
    <Alert severity="info" role="status" sx={{ mb: 2 }}>
      {t(
        'The demo’s conversations are still being made: %{done} of %{total} days are there, the newest first. Figures grow until then.',
        { done: progress.done, total: progress.total },
      )}
    </Alert>
  );
};
