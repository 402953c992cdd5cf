import { useRecordContext } from 'react-admin';
import type { Profile } from '../../schemas/generated/types.ts';
import type { EntityRecord } from '../../schemas/model/types.ts';

export type Person = Profile & EntityRecord;

/** The person whose page is open. @throws outside of one */
export function usePerson(): Person {
  const person = useRecordContext<Person>();
  if (!person) throw new Error('There is no person here.');
  return person;
}
