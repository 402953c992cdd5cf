import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../changes/failures.ts';
import { countLabel } from '../entityLabels.ts';
import type { ExportFormat } from './ExportMenu.tsx';
import type { EntityListModel } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Exports the list with its filters, sort and columns; `progress` is the received kilobytes. */
export const useExport = (list: EntityListModel) => {
  const [progress, setProgress] = useState<number>();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportFormat): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      if (format === 'json') {
        const { saveList } = await import('../json/exportJson.ts');
        const { model, state, requestFilter: filter } = list;
        const sort = state.sort ?? { field: 'createdAt', order: 'DESC' };
        const { saved, isTruncated } = await saveList(model, dataProvider, {
          ...{ filter: filter ?? {}, sort },
          signal: controller.signal,
        });
        if (isTruncated)
          notify(
            t('The file has only the first %{count}. Filters narrow the list.', {
              count: countLabel(model, saved),
            }),
            {
              type: 'warning',
              autoHideDuration: null,
            },
          );
        return;
      }
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
    start: (format: ExportFormat) => void run(format),
    cancel: () => running.current?.abort(),
  };
};
