import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'ra-core';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ExportRequest } from '../../dataProvider/exchangeVerbs.ts';
import { messageOf } from '../actions/failures.ts';
import type { EntityListModel } from './useEntityList.ts';

/** Exports the list as it is filtered, sorted and shown; `progress` counts the kilobytes while they come. */
export const useExport = (list: EntityListModel) => {
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
      const { exportList } = await import('./exportList.ts');
      await exportList(list, format, {
        dataProvider,
        notify,
        onProgress: setProgress,
        signal: controller.signal,
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
