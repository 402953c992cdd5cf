import { useRecordContext } from 'react-admin';
import type { Profile } from '../../schemas/generated/types.ts';
import type { EntityRecord } from '../../schemas/model/types.ts';

export type Person = Profile & EntityRecord;

/** The person whose page is open. @throws Error on other pages */
export function usePerson(): Person {
  const person = useRecordContext<Person>();
  if (!person) throw new Error('usePerson needs the page of a person around it.');
  return person;
}
