import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useGetList, useNotify } from 'react-admin';
import { useId, useState } from 'react';
import type { Json } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import type { ReportRecord } from './words.ts';

const FIRST_POLLS_MS = 5_000;
const LATER_POLLS_MS = 20_000;
/** Polls after which they become rarer. */
const FIRST_POLLS = 2;
const SHOWN = 50;

/** Milliseconds until a report that is still made is looked at again. @param answers how many there were */
export const pollAfter = (answers: number): number =>
  answers > FIRST_POLLS ? LATER_POLLS_MS : FIRST_POLLS_MS;

/** One report, polled while it is made: every 5 s, after the second poll every 20 s. */
export const useReport = (id: string) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const visit = useId();
  return useQuery({
    // Each visit counts its own polls, and what is told of reports adds none: it lies beside those kept of the entity.
    queryKey: ['polled report', id, visit],
    queryFn: async ({ signal }) => (await provider.getOne<ReportRecord>('report', { id, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.status === 'PENDING' ? pollAfter(state.dataUpdateCount + state.errorUpdateCount) : false,
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
};

/** The person's own reports, the newest first; looked at again while one is made. */
export const useOwnReports = () =>
  useGetList<ReportRecord>(
    'report',
    { pagination: { page: 1, perPage: SHOWN }, sort: { field: 'createdAt', order: 'DESC' }, filter: {} },
    {
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ status }) => status === 'PENDING') ? FIRST_POLLS_MS : false,
    },
  );

/** Asks for reports, anew or once more. */
export const useGenerate = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  /** @throws HttpError */
  const generate = async (asked: { [key: string]: Json | undefined }): Promise<ReportRecord> => {
    setAsking(true);
    try {
      const body = JSON.parse(JSON.stringify(asked)) as Json;
      const made = await provider.action('report', null, 'generate', body);
      await queries.invalidateQueries({ queryKey: ['report', 'getList'] });
      return made as unknown as ReportRecord;
    } finally {
      setAsking(false);
    }
  };
  return { generate, isAsking };
};

/** What a report was asked for with. */
export const askedFor = ({
  type,
  timeframe,
  startIsoStringDate,
  endIsoStringDate,
  channels,
  format,
}: ReportRecord) => ({ type, timeframe, startIsoStringDate, endIsoStringDate, channels, format });

/** Brings the file of a report to the person's downloads. */
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
