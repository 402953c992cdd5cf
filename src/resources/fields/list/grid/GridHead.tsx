import type { FieldModel } from '../../../../../schemas/model/types.ts';
import { visuallyHidden } from '../../../../ui/visuallyHidden.ts';

/** One column of plain values, whose title is the list's heading. */
export const isPlainValueList = ([first, ...others]: FieldModel[]): boolean =>
  first?.name === '*' && others.length === 0;

/** Column headers; the columns of row numbers and remove buttons have none. */
export const GridHead = ({ columns }: { columns: FieldModel[] }) => (
  <div
    role="row"
    aria-rowindex={1}
    className="head"
    style={isPlainValueList(columns) ? visuallyHidden : undefined}
  >
    <span aria-hidden className="number" />
    {columns.map((field) => (
      <span key={field.name} role="columnheader">
        {field.title}
      </span>
    ))}
    <span aria-hidden className="remove" />
  </div>
);
