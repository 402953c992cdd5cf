import { variantOf } from '../../../schemas/model/fields.ts';
import { isBlank, type CellProps } from './types.ts';
import { findDisplayType } from './registry.ts';
import { Sentence } from './Sentence.tsx';

/** A field's value in one line, as in a table: the schema's sentence, or its field type's cell. */
export const Cell = (props: CellProps) => {
  const { field, value } = props;
  const source = field.fields || field.variants ? (variantOf(field, value) ?? field) : undefined;
  if (source?.sentence !== undefined && !isBlank(value))
    return <Sentence sentence={source.sentence} fields={source.fields ?? []} value={value} Value={Cell} />;
  const Shown = findDisplayType(props.field).Cell;
  return <Shown {...props} Value={Cell} />;
};

/** A field's whole value, as in a show view, nested values included. */
export const Detail = (props: CellProps) => {
  const type = findDisplayType(props.field);
  return type.Detail ? <type.Detail {...props} Value={Detail} /> : <type.Cell {...props} />;
};
