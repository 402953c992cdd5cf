import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'ra-core';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../actions/failures.ts';
import { toDay } from '../fields/shared/format.ts';
import type { ListRecord } from '../fields/types.ts';
import { entityByName } from '../product.ts';
import type { EntityListModel } from './useEntityList.ts';

/** Exports the list as it is filtered, sorted and shown; `progress` counts the rows while it runs. */
export const useExport = ({ model, state, requestFilter, columns }: EntityListModel) => {
  const [progress, setProgress] = useState<number>();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      const { exportCsv } = await import('./exportCsv.ts');
      const source = {
        entity: entityByName,
        many: async (entity: string, ids: string[]) =>
          (await dataProvider.getMany<ListRecord>(entity, { ids })).data,
        page: async (page: number, perPage: number, signal: AbortSignal) => {
          const answer = await dataProvider.getList<ListRecord>(model.name, {
            filter: requestFilter,
            sort: state.sort,
            pagination: { page, perPage },
            signal,
          });
          return { rows: answer.data, more: answer.pageInfo?.hasNextPage ?? false };
        },
      };
      const text = await exportCsv(source, columns, { signal: controller.signal, onProgress: setProgress });
      download(`${model.plural.toLowerCase().replaceAll(/\s+/g, '-')}-${toDay(new Date())}.csv`, text);
    } catch (error) {
      if (!controller.signal.aborted) notify(messageOf(error), { type: 'error' });
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, start: () => void start(), cancel: () => running.current?.abort() };
};

const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
