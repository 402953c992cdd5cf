import type { Tone } from '../../../../schemas/model/types.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { fieldNamed } from '../../columns.ts';
import type { ConsoleEntity } from '../../product.ts';

/** The state field of an entity: its lifecycle's, else that of the list's tabs. */
export const findStateField = (model: ConsoleEntity) =>
  fieldNamed(model, model.lifecycle?.field ?? model.list.tabs?.by ?? '');

/** The tone of a record's state. */
export const findStateTone = (model: ConsoleEntity, record: ListRecord): Tone => {
  const field = findStateField(model);
  const choice = field?.choices?.find(({ value }) => value === record[field.name]);
  return choice?.tone ?? 'neutral';
};
