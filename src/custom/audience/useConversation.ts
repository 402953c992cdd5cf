import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useRefetchOnChanges } from '../../resources/live/subscribeToChanges.ts';

const MESSAGES_PER_PAGE = 30;
const KEY = 'conversation';

/** A message as it was sent to the platform, or received from it. */
export interface ConversationMessage {
  id: string;
  at: string;
  source: 'USER' | 'BOT' | 'AGENT' | 'BROADCAST' | null;
  kind: 'message' | 'follow' | 'unfollow' | 'undelivered';
  type: string;
  text: string | null;
  content: Record<string, unknown> | null;
  note: string | null;
  template: string | null;
}

/** The conversation with a person, the newest message first, page by page; updated live. */
export const useConversation = (person: string) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const query = useInfiniteQuery({
    queryKey: [KEY, person],
    queryFn: async ({ pageParam: cursorId, signal }) => {
      const page = { take: MESSAGES_PER_PAGE + 1, ...(cursorId !== undefined && { cursorId, skip: 1 }) };
      const rows = await provider.query('profile', person, 'conversation', { query: page, signal });
      return rows as unknown as ConversationMessage[];
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ConversationMessage[]) =>
      page.length > MESSAGES_PER_PAGE ? page[MESSAGES_PER_PAGE - 1]?.id : undefined,
    retry: false,
  });
  useRefetchOnChanges('message', [KEY, person]);
  const seen = new Set<string>();
  return {
    // A message that arrives between two requests shifts the next page, which then repeats a message.
    messages: query.data?.pages
      .flatMap((page) => page.slice(0, MESSAGES_PER_PAGE))
      .filter(({ id }) => !seen.has(id) && seen.add(id)),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
};
