import { useDataProvider } from 'react-admin';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { Person } from '../usePerson.ts';
import { buildReachRequest } from '../broadcasts/reachModel.ts';

/** Number of people in a request. */
const PEOPLE_PER_PAGE = 20;

/** Steps through the people of a preview. */
export interface PreviewPeople {
  /** Index of the shown person; undefined before the first step. */
  index: number | undefined;
  /** Whether there is nobody after this index. */
  isEnd: (index: number) => boolean;
  /** The next or previous person; undefined where there is none. Rejects with HttpError. */
  step: (by: 1 | -1) => Promise<Person | undefined>;
  /** Resets the steps, after a person was chosen otherwise. */
  reset: () => void;
}

/**
 * Steps through the audience of the form's broadcast in the order of sending; in other forms through all people, the last
 * seen first.
 */
export function usePreviewPeople(values: JsonObject): PreviewPeople {
  const provider = useDataProvider<ConsoleDataProvider>();
  const isBroadcast = typeof values['target'] === 'string' && typeof values['channel'] === 'string';
  const reachRequest = useMemo(
    () => (isBroadcast ? JSON.stringify(buildReachRequest(values, undefined)) : ''),
    [isBroadcast, values],
  );
  const loaded = useRef<{ people: Person[]; isComplete: boolean }>({ people: [], isComplete: false });
  const [index, setIndex] = useState<number>();
  useEffect(() => {
    loaded.current = { people: [], isComplete: false };
    setIndex(undefined);
  }, [reachRequest]);

  const load = async (): Promise<void> => {
    const { people } = loaded.current;
    const more = isBroadcast
      ? await fetchAudiencePage(provider, JSON.parse(reachRequest) as JsonObject, people.at(-1)?.id)
      : (
          await provider.getList<Person>('profile', {
            pagination: { page: people.length / PEOPLE_PER_PAGE + 1, perPage: PEOPLE_PER_PAGE },
            sort: { field: 'lastSeen', order: 'DESC' },
            filter: {},
          })
        ).data;
    loaded.current = { people: [...people, ...more], isComplete: more.length < PEOPLE_PER_PAGE };
  };
  return {
    index,
    isEnd: (at) => loaded.current.isComplete && at >= loaded.current.people.length - 1,
    step: async (by) => {
      const to = index === undefined ? 0 : index + by;
      if (to < 0) return undefined;
      if (to >= loaded.current.people.length && !loaded.current.isComplete) await load();
      const person = loaded.current.people[to];
      if (person) setIndex(to);
      return person;
    },
    reset: () => setIndex(undefined),
  };
}

async function fetchAudiencePage(
  provider: ConsoleDataProvider,
  reachRequest: JsonObject,
  after: string | undefined,
): Promise<Person[]> {
  const body = { ...reachRequest, ...(after !== undefined && { after }) };
  const { ids } = (await provider.query('campaign', null, 'recipients', { body })) as unknown as {
    ids: string[];
  };
  if (ids.length === 0) return [];
  const { data } = await provider.getMany<Person>('profile', { ids });
  return ids.flatMap((id) => data.find((one) => one.id === id) ?? []);
}
