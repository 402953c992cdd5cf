import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type GetListResult, useDataProvider, useNotify } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import type { Notice } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';

export type NoticeRecord = Notice & EntityRecord;

const NOTICES_PER_PAGE = 20;
const CONSOLE_FILTER = { deliveryMethods: 'console' };
/** Query key; it starts with the entity's name, so that changes of notices invalidate it. */
const NOTICE_KEY = ['notice', 'bell'];

/** Number of unread notices, up to 1000. */
export const useUnread = (): number => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data } = useQuery({
    queryKey: [...NOTICE_KEY, 'unread'],
    queryFn: ({ signal }) => dataProvider.counts('notice', { by: 'state', filter: CONSOLE_FILTER, signal }),
    retry: false,
  });
  return data?.['unread'] ?? 0;
};

/** The person's notices, newest first, page by page. */
export const useNotices = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const list = useInfiniteQuery({
    queryKey: [...NOTICE_KEY, 'list'],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.getList<NoticeRecord>('notice', {
        pagination: { page: pageParam, perPage: NOTICES_PER_PAGE },
        sort: { field: 'createdAt', order: 'DESC' },
        filter: CONSOLE_FILTER,
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.pageInfo?.hasNextPage ? pages.length + 1 : undefined),
    retry: false,
  });
  const markRead = async (id: string | null): Promise<void> => {
    const isTarget = (one: NoticeRecord): boolean => id === null || one.id === id;
    client.setQueryData<InfiniteData<GetListResult<NoticeRecord>>>(
      [...NOTICE_KEY, 'list'],
      (old) =>
        old && {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (isTarget(one) ? { ...one, state: 'read' as const } : one)),
          })),
        },
    );
    try {
      await dataProvider.action('notice', id, id === null ? 'mark-all-read' : 'mark-read');
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    await client.invalidateQueries({ queryKey: NOTICE_KEY });
  };
  return { ...list, notices: list.data?.pages.flatMap(({ data }) => data) ?? [], mark: markRead };
};

/** Shows new notices as browser notifications, where the person wants them and the browser allows them. */
export const useBrowserNotices = (): void => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [opened] = useState(() => new Date().toISOString());
  const since = useRef(opened);
  const isAllowed = typeof Notification !== 'undefined' && Notification.permission === 'granted';
  const { data } = useQuery({
    queryKey: [...NOTICE_KEY, 'browser'],
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
      // Of several windows, the browser shows the notification of one.
      const shown = showBrowserNotification(text, id);
      if (!shown) return;
      shown.addEventListener('click', () => {
        window.focus();
        if (link) window.location.assign(link);
        shown.close();
      });
    }
  }, [data]);
};

/** Undefined in mobile browsers that allow notifications only from service workers. */
function showBrowserNotification(text: string, tag: string): Notification | undefined {
  try {
    return new Notification(text, { tag });
  } catch {
    return undefined;
  }
}
