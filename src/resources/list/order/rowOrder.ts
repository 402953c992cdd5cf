import type { ListRecord } from '../../fieldKit/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { isNarrowed, type ListState } from '../listState.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Rows with one of them in another place; each shows the place that it has there. */
export function moveRow(rows: ListRecord[], field: string, from: number, to: number): ListRecord[] {
  const row = rows[from];
  if (!row || from === to) return rows;
  return numberRows(rows.toSpliced(from, 1).toSpliced(to, 0, row), rows, field);
}

/** Rows in the order of ids, where they are the same rows; those that came meanwhile keep theirs behind. */
export function sortByIds(rows: ListRecord[], ids: readonly string[], field: string): ListRecord[] {
  const at = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: ListRecord): number => at.get(id) ?? ids.length;
  return numberRows(
    rows.toSorted((a, b) => placeOf(a) - placeOf(b)),
    rows,
    field,
  );
}

const numberRows = (rows: ListRecord[], before: ListRecord[], field: string): ListRecord[] =>
  rows.map((row, index) => {
    const place = before[index]?.[field];
    return row[field] === place ? row : { ...row, [field]: place };
  });

/** Why rows cannot be moved in a list as it is shown, or nothing. */
export function whyNotMovable(model: ConsoleEntity, state: ListState): string | undefined {
  const noun = (model.counted ?? model.plural).toLowerCase();
  if (isNarrowed(state)) return t('To reorder %{noun}, clear the search and filters.', { noun });
  if (state.sort.field !== model.ordered || state.sort.order !== 'ASC')
    return t('To reorder %{noun}, clear the sort order.', { noun });
  return (state.page ?? 1) > 1 ? t('To reorder %{noun}, turn off paging.', { noun }) : undefined;
}
