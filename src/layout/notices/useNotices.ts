import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type GetListResult, useDataProvider, useNotify } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import type { Notice } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';

export type NoticeRecord = Notice & EntityRecord;

const SHOWN = 20;
const IN_CONSOLE = { deliveryMethods: 'console' };
/** Their changes are heard of under the name of the entity. */
const BELL = ['notice', 'bell'];

/** How many the person has not read, up to 1000. */
export const useUnread = (): number => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data } = useQuery({
    queryKey: [...BELL, 'unread'],
    queryFn: ({ signal }) => dataProvider.counts('notice', { by: 'state', filter: IN_CONSOLE, signal }),
    retry: false,
  });
  return data?.['unread'] ?? 0;
};

/** What the person was told of, newest first, page after page. */
export const useNotices = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const list = useInfiniteQuery({
    queryKey: [...BELL, 'list'],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.getList<NoticeRecord>('notice', {
        pagination: { page: pageParam, perPage: SHOWN },
        sort: { field: 'createdAt', order: 'DESC' },
        filter: IN_CONSOLE,
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.pageInfo?.hasNextPage ? pages.length + 1 : undefined),
    retry: false,
  });
  const mark = async (id: string | null): Promise<void> => {
    const isMeant = (one: NoticeRecord): boolean => id === null || one.id === id;
    client.setQueryData<InfiniteData<GetListResult<NoticeRecord>>>(
      [...BELL, 'list'],
      (old) =>
        old && {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (isMeant(one) ? { ...one, state: 'read' as const } : one)),
          })),
        },
    );
    try {
      await dataProvider.action('notice', id, id === null ? 'mark-all-read' : 'mark-read');
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    await client.invalidateQueries({ queryKey: BELL });
  };
  return { ...list, notices: list.data?.pages.flatMap(({ data }) => data) ?? [], mark };
};

/** Lets the browser show what came since the console was opened, where the person wants and the browser allows that. */
export const useBrowserNotices = (): void => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [opened] = useState(() => new Date().toISOString());
  const since = useRef(opened);
  const isAllowed = typeof Notification !== 'undefined' && Notification.permission === 'granted';
  const { data } = useQuery({
    queryKey: [...BELL, 'browser'],
    queryFn: async ({ signal }) =>
      (
        await dataProvider.getList<NoticeRecord>('notice', {
          pagination: { page: 1, perPage: 5 },
          sort: { field: 'createdAt', order: 'DESC' },
          filter: { deliveryMethods: 'browser', state: 'unread', 'createdAt.gt': since.current },
          signal,
        })
      ).data,
    enabled: isAllowed,
    retry: false,
  });
  useEffect(() => {
    const [newest] = data ?? [];
    if (newest) since.current = newest.createdAt;
    for (const { id, text, link } of data ?? []) {
      // Of several windows the browser shows one.
      const shown = browserNotice(text, id);
      if (!shown) return;
      shown.addEventListener('click', () => {
        window.focus();
        if (link) window.location.assign(link);
        shown.close();
      });
    }
  }, [data]);
};

/** Nothing on browsers of phones that allow notifications and have none beside those of service workers. */
function browserNotice(text: string, tag: string): Notification | undefined {
  try {
    return new Notification(text, { tag });
  } catch {
    return undefined;
  }
}
