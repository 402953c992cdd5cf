import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'ra-core';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ExportRequest } from '../../dataProvider/exchangeVerbs.ts';
import { messageOf } from '../actions/failures.ts';
import { formatNumber } from '../fields/shared/format.ts';
import type { EntityListModel } from './useEntityList.ts';

/** Exports the list as it is filtered, sorted and shown; `progress` counts the kilobytes while they come. */
export const useExport = ({ model, state, requestFilter, columns }: EntityListModel) => {
  const [progress, setProgress] = useState<number>();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportRequest['format']): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      const answer = await dataProvider.exportList(
        model.name,
        {
          format,
          columns: columns.map((field) => field.name),
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          filter: requestFilter,
          sort: state.sort,
        },
        { signal: controller.signal, onProgress: (bytes) => setProgress(Math.ceil(bytes / 1024)) },
      );
      if ('file' in answer) (await import('../../dataProvider/downloads.ts')).saveFile(answer.file);
      else
        notify(`${formatNumber(answer.rows)} rows are being exported. The file will be among your jobs.`, {
          type: 'info',
        });
    } catch (error) {
      if (!controller.signal.aborted) notify(messageOf(error), { type: 'error' });
    } finally {
      setProgress(undefined);
    }
  };
  return {
    progress,
    start: (format: ExportRequest['format']) => void run(format),
    cancel: () => running.current?.abort(),
  };
};
