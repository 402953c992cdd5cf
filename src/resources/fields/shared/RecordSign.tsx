import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { findSign } from '../../fieldKit/signs.ts';
import type { ListRecord } from '../../fieldKit/types.ts';

/** The field whose values have a sign, such as the type of a channel. */
export const signField = (model: ConsoleEntity): FieldModel | undefined =>
  model.fields.find(({ display }) => findSign(display) !== undefined);

/** The sign of a record, such as the logo of its channel; nothing where its entity has none. */
export const RecordSign = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const field = signField(model);
  const Sign = field && findSign(field.display);
  return Sign ? <Sign value={record[field.name]} /> : null;
};
