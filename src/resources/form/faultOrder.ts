import type { FormSection } from '../../../schemas/model/types.ts';
import type { FormSession } from './session.ts';

type Fault = [pointer: string, message: string];

const namesOf = (sections: FormSection[] = []): string[] => sections.flatMap(({ rows }) => rows.flat());

/** Faults in the order in which the form has their fields; what its layout does not place follows `main`. */
export function inFormOrder({ settings: { form, fields } }: FormSession, faults: Fault[]): Fault[] {
  const aside = namesOf(form?.aside);
  const main = [...namesOf(form?.main), ...fields.map(({ name }) => name)];
  const own = main.filter((name) => !aside.includes(name));
  const names = form?.as === 'editor' ? [...aside, ...own] : [...own, ...aside];
  const placeOf = ([pointer]: Fault): number => names.indexOf(pointer.split('/')[1] ?? '');
  return faults.toSorted((a, b) => placeOf(a) - placeOf(b));
}
