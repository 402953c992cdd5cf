import type { FormSession } from '../fieldKit/session.ts';

type PlacedError = [pointer: string, message: string];

/** Sorts errors by the form's field order: record-level errors first, then fields of the layout, then other fields. */
export function sortByFormOrder(
  { settings: { form, fields } }: FormSession,
  faults: PlacedError[],
): PlacedError[] {
  const { layout, main = [], aside = [] } = form ?? {};
  const sections = layout === 'editor' ? [...aside, ...main] : [...main, ...aside];
  const names = [...sections.flatMap(({ rows }) => rows.flat()), ...fields.map(({ name }) => name)];
  const findPlace = ([pointer]: PlacedError): number => names.indexOf(pointer.split('/')[1] ?? '');
  return faults.toSorted((a, b) => findPlace(a) - findPlace(b));
}
