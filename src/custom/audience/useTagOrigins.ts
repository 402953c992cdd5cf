import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { HistoryEntry } from '../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { Person } from '../usePerson.ts';

/** Changes of a person that are looked through; a tag that is older has no origin. */
const MAX_CHANGES = 100;

export interface TagOrigin {
  /** Who set it: a person, or the bot. */
  by: string;
  /** When, ISO 8601. */
  at: string;
}
type TagField = 'userTags' | 'customTags';

const tagsIn = (state: HistoryEntry['before'], name: TagField): string[] => {
  const tags = state?.[name];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
};

/** Where each tag comes from: the latest change that brought it. @param entries the latest first */
const originsOf = (entries: readonly HistoryEntry[], name: TagField): Map<string, TagOrigin> => {
  const origins = new Map<string, TagOrigin>();
  for (const { at, user, before, after } of entries) {
    const had = tagsIn(before, name);
    for (const tag of tagsIn(after, name)) {
      if (!had.includes(tag) && !origins.has(tag)) origins.set(tag, { by: user?.name ?? 'Bot', at });
    }
  }
  return origins;
};

/** The same for the tags of a person, from the history of their changes. */
export const useTagOrigins = (person: Person, name: TagField): Map<string, TagOrigin> => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data = [] } = useQuery({
    queryKey: ['profile', 'history', person.id, 'tags', person.version],
    queryFn: ({ signal }) => provider.history('profile', person.id, { take: MAX_CHANGES, signal }),
    enabled: (person[name] ?? []).length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return originsOf(data, name);
};
