import { useDataProvider } from 'react-admin';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { Person } from '../usePerson.ts';
import { buildReachRequest } from '../broadcasts/reachModel.ts';

/** People that are asked for at a time. */
const PAGE = 20;

/** The people whom a preview goes through, one after the other. */
export interface PreviewPeople {
  /** The place of the one that is shown, from 0; undefined before the first step. */
  place: number | undefined;
  /** There is nobody behind the last one that is known. */
  isEnd: (place: number) => boolean;
  /** The next or the one before; undefined where there is none. Rejects with HttpError. */
  step: (by: 1 | -1) => Promise<Person | undefined>;
  /** Somebody was chosen otherwise: the next step begins anew. */
  leave: () => void;
}

/**
 * Goes through the audience of the broadcast that a form holds, in the order in which it is sent; in other forms through
 * all people, the last seen first.
 */
export function usePreviewPeople(values: JsonObject): PreviewPeople {
  const provider = useDataProvider<ConsoleDataProvider>();
  const isBroadcast = typeof values['target'] === 'string' && typeof values['channel'] === 'string';
  const question = useMemo(
    () => (isBroadcast ? JSON.stringify(buildReachRequest(values, undefined)) : ''),
    [isBroadcast, values],
  );
  const found = useRef<{ people: Person[]; isWhole: boolean }>({ people: [], isWhole: false });
  const [place, setPlace] = useState<number>();
  useEffect(() => {
    found.current = { people: [], isWhole: false };
    setPlace(undefined);
  }, [question]);

  const load = async (): Promise<void> => {
    const { people } = found.current;
    const more = isBroadcast
      ? await audiencePage(provider, JSON.parse(question) as JsonObject, people.at(-1)?.id)
      : (
          await provider.getList<Person>('profile', {
            pagination: { page: people.length / PAGE + 1, perPage: PAGE },
            sort: { field: 'lastSeen', order: 'DESC' },
            filter: {},
          })
        ).data;
    found.current = { people: [...people, ...more], isWhole: more.length < PAGE };
  };
  return {
    place,
    isEnd: (at) => found.current.isWhole && at >= found.current.people.length - 1,
    step: async (by) => {
      const to = place === undefined ? 0 : place + by;
      if (to < 0) return undefined;
      if (to >= found.current.people.length && !found.current.isWhole) await load();
      const person = found.current.people[to];
      if (person) setPlace(to);
      return person;
    },
    leave: () => setPlace(undefined),
  };
}

async function audiencePage(
  provider: ConsoleDataProvider,
  question: JsonObject,
  after: string | undefined,
): Promise<Person[]> {
  const body = { ...question, ...(after !== undefined && { after }) };
  const { ids } = (await provider.query('campaign', null, 'recipients', { body })) as unknown as {
    ids: string[];
  };
  if (ids.length === 0) return [];
  const { data } = await provider.getMany<Person>('profile', { ids });
  return ids.flatMap((id) => data.find((one) => one.id === id) ?? []);
}
