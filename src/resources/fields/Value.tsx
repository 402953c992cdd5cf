import type { CellProps } from './types.ts';
import { displayOf } from './registry.ts';

/** A field's value in one line, as in a table. */
export const Cell = (props: CellProps) => {
  const Shown = displayOf(props.field).Cell;
  return <Shown {...props} />;
};

/** A field's whole value, as in a view; nested values by their own types. */
export const Detail = (props: CellProps) => {
  const type = displayOf(props.field);
  return type.Detail ? <type.Detail {...props} Value={Detail} /> : <type.Cell {...props} />;
};
