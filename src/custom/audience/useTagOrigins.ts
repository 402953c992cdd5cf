import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { HistoryEntry } from '../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { Person } from '../usePerson.ts';

/** Number of changes of a person that are searched; older tags have no origin. */
const MAX_CHANGES = 100;

export interface TagOrigin {
  /** Who set it: a person's name, or the bot. */
  by: string;
  /** When, ISO 8601. */
  at: string;
}
type TagField = 'userTags' | 'customTags';

const readTags = (state: HistoryEntry['before'], name: TagField): string[] => {
  const tags = state?.[name];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
};

/** The origin of each tag: the latest change that added it. @param entries the latest first */
const findOrigins = (entries: readonly HistoryEntry[], name: TagField): Map<string, TagOrigin> => {
  const origins = new Map<string, TagOrigin>();
  for (const { at, user, before, after } of entries) {
    const had = readTags(before, name);
    for (const tag of readTags(after, name)) {
      if (!had.includes(tag) && !origins.has(tag)) origins.set(tag, { by: user?.name ?? 'Bot', at });
    }
  }
  return origins;
};

/** The origins of a person's tags, from the history of their changes. */
export const useTagOrigins = (person: Person, name: TagField): Map<string, TagOrigin> => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data = [] } = useQuery({
    queryKey: ['profile', 'history', person.id, 'tags', person.version],
    queryFn: ({ signal }) => provider.history('profile', person.id, { take: MAX_CHANGES, signal }),
    enabled: (person[name] ?? []).length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return findOrigins(data, name);
};
