import { variantOf } from '../../../schemas/model/fields.ts';
import { isBlank, type CellProps } from './types.ts';
import { displayOf } from './registry.ts';
import { Sentence } from './Sentence.tsx';

/** A field's value in one line, as in a table: what the schema's sentence says of it, or its type. */
export const Cell = (props: CellProps) => {
  const { field, value } = props;
  const said = field.fields || field.variants ? (variantOf(field, value) ?? field) : undefined;
  if (said?.sentence !== undefined && !isBlank(value))
    return <Sentence sentence={said.sentence} fields={said.fields ?? []} value={value} Value={Cell} />;
  const Shown = displayOf(props.field).Cell;
  return <Shown {...props} Value={Cell} />;
};

/** A field's whole value, as in a view; nested values by their own types. */
export const Detail = (props: CellProps) => {
  const type = displayOf(props.field);
  return type.Detail ? <type.Detail {...props} Value={Detail} /> : <type.Cell {...props} />;
};
