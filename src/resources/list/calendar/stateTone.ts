import type { Tone } from '../../../../schemas/model/types.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { fieldNamed } from '../../columns.ts';
import type { ConsoleEntity } from '../../product.ts';

/** The field that says in which state a record is: the one of its lifecycle, else that of the list's tabs. */
export const stateField = (model: ConsoleEntity) =>
  fieldNamed(model, model.lifecycle?.field ?? model.list.tabs?.by ?? '');

/** The tone of the state that a record is in. */
export const stateTone = (model: ConsoleEntity, record: ListRecord): Tone => {
  const field = stateField(model);
  const choice = field?.choices?.find(({ value }) => value === record[field.name]);
  return choice?.tone ?? 'neutral';
};
