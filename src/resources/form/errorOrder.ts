import type { FormSession } from '../fieldKit/session.ts';

type PlacedError = [pointer: string, message: string];

/** Errors in the order in which the form has their fields: first those of no field, last those of fields without a place. */
export function inFormOrder(
  { settings: { form, fields } }: FormSession,
  faults: PlacedError[],
): PlacedError[] {
  const { layout, main = [], aside = [] } = form ?? {};
  const sections = layout === 'editor' ? [...aside, ...main] : [...main, ...aside];
  const names = [...sections.flatMap(({ rows }) => rows.flat()), ...fields.map(({ name }) => name)];
  const placeOf = ([pointer]: PlacedError): number => names.indexOf(pointer.split('/')[1] ?? '');
  return faults.toSorted((a, b) => placeOf(a) - placeOf(b));
}
