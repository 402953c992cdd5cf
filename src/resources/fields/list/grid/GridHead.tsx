import type { FieldModel } from '../../../../../schemas/model/types.ts';

/** The titles of a grid's columns; what counts and removes rows has none. */
export const GridHead = ({ columns }: { columns: FieldModel[] }) => (
  <div role="row" aria-rowindex={1} className="head">
    <span aria-hidden className="number" />
    {columns.map((field) => (
      <span key={field.name} role="columnheader">
        {field.title}
      </span>
    ))}
    <span aria-hidden className="remove" />
  </div>
);
