import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useGetList, useNotify } from 'react-admin';
import { useId, useState } from 'react';
import type { Json } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import type { ReportRecord } from './reportTexts.ts';

const FIRST_POLL_INTERVAL_MS = 5_000;
const LATER_POLL_INTERVAL_MS = 20_000;
/** Number of polls at the first interval. */
const FIRST_POLLS = 2;
const MAX_REPORTS = 50;

/** Milliseconds until a pending report is polled again. @param answers number of responses so far */
export const nextPollMs = (answers: number): number =>
  answers > FIRST_POLLS ? LATER_POLL_INTERVAL_MS : FIRST_POLL_INTERVAL_MS;

/** A report, polled while it is pending: every 5 s, after the second poll every 20 s. */
export const useReport = (id: string) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const visit = useId();
  return useQuery({
    // Each mount counts its own polls, and live changes of reports add none: the key is outside the entity's.
    queryKey: ['polled report', id, visit],
    queryFn: async ({ signal }) => (await provider.getOne<ReportRecord>('report', { id, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.status === 'PENDING' ? nextPollMs(state.dataUpdateCount + state.errorUpdateCount) : false,
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
};

/** The person's reports, the newest first; polled while one is pending. */
export const useOwnReports = () =>
  useGetList<ReportRecord>(
    'report',
    {
      pagination: { page: 1, perPage: MAX_REPORTS },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: {},
    },
    {
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ status }) => status === 'PENDING') ? FIRST_POLL_INTERVAL_MS : false,
    },
  );

/** Generates reports, new or repeated. */
export const useGenerate = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  /** @throws HttpError */
  const generate = async (request: { [key: string]: Json | undefined }): Promise<ReportRecord> => {
    setAsking(true);
    try {
      const body = JSON.parse(JSON.stringify(request)) as Json;
      const report = await provider.action('report', null, 'generate', body);
      await queries.invalidateQueries({ queryKey: ['report', 'getList'] });
      return report as unknown as ReportRecord;
    } finally {
      setAsking(false);
    }
  };
  return { generate, isAsking };
};

/** The request that repeats a report. */
export const toRepeatRequest = ({
  type,
  timeframe,
  startIsoStringDate,
  endIsoStringDate,
  channels,
  format,
}: ReportRecord) => ({ type, timeframe, startIsoStringDate, endIsoStringDate, channels, format });

/** Downloads the file of a report. */
export const useDownload = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const [isLoading, setLoading] = useState(false);
  const download = async ({ exportedFileUrl }: ReportRecord): Promise<void> => {
    if (exportedFileUrl === undefined) return;
    setLoading(true);
    try {
      const [file, { saveFile }] = await Promise.all([
        provider.download(exportedFileUrl),
        import('../../dataProvider/downloads.ts'),
      ]);
      saveFile(file);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      setLoading(false);
    }
  };
  return { download, isLoading };
};
