import Alert from '@mui/material/Alert';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useEffect, useRef } from 'react';
import { config } from '../../dataProvider/config.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { KEY } from './useFigures.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Milliseconds between two looks at how far it is. */
const REFRESH_MS = 10_000;

/** Says that the demo's conversations are still being made, and has the figures read again once they are there. */
export const DemoNotice = () => (config().demo ? <FillingNotice /> : null);

const FillingNotice = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const queries = useQueryClient();
  const { data: filling } = useQuery({
    queryKey: ['demo', 'filling'],
    queryFn: ({ signal }) => provider.demoProgress({ signal }),
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
    retry: false,
  });
  const wasFilling = useRef(false);
  useEffect(() => {
    if (filling === null && wasFilling.current) void queries.invalidateQueries({ queryKey: [KEY] });
    wasFilling.current = Boolean(filling);
  }, [filling, queries]);

  if (!filling) return null;
  return (
    <Alert severity="info" role="status" sx={{ mb: 2 }}>
      {t(
        'The demo’s conversations are still being made: %{done} of %{total} days are there, the newest first. Figures grow until then.',
        { done: filling.done, total: filling.total },
      )}
    </Alert>
  );
};
