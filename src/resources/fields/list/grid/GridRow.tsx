import Close from '@mui/icons-material/Close';
import { memo } from 'react';
import type { FieldModel, JsonObject } from '../../../../../schemas/model/types.ts';
import type { Path } from '../../../fieldKit/pointers.ts';
import { GridCell } from './GridCell.tsx';
import { t } from '../../../../../schemas/texts/translate.ts';

interface GridRowProps {
  row: number;
  value: unknown;
  columns: FieldModel[];
  path: Path;
  noun: string;
  readOnly: boolean;
  onRemove: () => void;
}

/** One item of a list as a row of cells. */
export const GridRow = memo(
  ({ row, value, columns, path, noun, readOnly, onRemove }: GridRowProps) => (
    <div role="row" aria-rowindex={row + 2} data-list-item>
      <span className="number" aria-hidden>
        {row + 1}
      </span>
      {columns.map((field, column) => (
        <GridCell
          key={field.name}
          field={field}
          row={row}
          column={column}
          path={field.name === '*' ? [...path, row] : [...path, row, field.name]}
          value={field.name === '*' ? value : (value as JsonObject | null)?.[field.name]}
          label={`${field.name === '*' ? noun : field.title} ${row + 1}`}
          readOnly={readOnly}
        />
      ))}
      <span className="remove" role={readOnly ? undefined : 'gridcell'}>
        {readOnly ? null : (
          // The keyboard has Ctrl+Backspace; a tab stop in every row would slow down typing.
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('Remove %{noun} %{row}', { noun, row: row + 1 })}
            onClick={onRemove}
          >
            <Close />
          </button>
        )}
      </span>
    </div>
  ),
  (a, b) =>
    a.row === b.row &&
    a.value === b.value &&
    a.columns.length === b.columns.length &&
    a.readOnly === b.readOnly,
);
GridRow.displayName = 'GridRow';
