import { type ReactNode, useId } from 'react';
import type { FieldModel, Json } from '../../../../../schemas/model/types.ts';
import { visuallyHidden } from '../../../../ui/visuallyHidden.ts';
import { parseCell } from './pasteCells.ts';

/** Props of the input of a cell. */
export interface CellInput {
  'data-row': number;
  'data-column': number;
  'aria-label': string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  title: string | undefined;
  id?: string;
}

interface CellEditorProps {
  field: FieldModel;
  row: number;
  column: number;
  value: unknown;
  label: string;
  readOnly: boolean;
  error: string | undefined;
  id?: string;
  write: (next: Json | undefined) => void;
  onBlur?: () => void;
  /** Renders the input of a field that is typed as text. */
  renderText: (cell: CellInput) => ReactNode;
}

/** Edits a cell by its field type: a checkbox, a select or a text input. */
export const CellEditor = (props: CellEditorProps) => {
  const { field, row, column, value, label, readOnly, error, id, write, onBlur, renderText } = props;
  const errorId = useId();
  const cell: CellInput = {
    'data-row': row,
    'data-column': column,
    'aria-label': label,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
    title: error,
    id,
  };
  return (
    <span role="gridcell">
      {field.type === 'boolean' ? (
        <input
          {...cell}
          type="checkbox"
          checked={value === true}
          disabled={readOnly}
          onChange={(event) => write(event.target.checked)}
          onBlur={onBlur}
        />
      ) : field.choices ? (
        <select
          {...cell}
          value={value === undefined || value === null ? '' : String(value)}
          disabled={readOnly}
          onChange={(event) => write(parseCell(field, event.target.value))}
          onBlur={onBlur}
        >
          <option value="">–</option>
          {unknownChoice(field, value)}
          {field.choices.map((choice) => (
            <option key={String(choice.value)} value={String(choice.value)}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        renderText(cell)
      )}
      {error ? (
        <span id={errorId} style={visuallyHidden}>
          {error}
        </span>
      ) : null}
    </span>
  );
};

/** Shows a pasted value that matches no choice until another one is chosen. */
const unknownChoice = (field: FieldModel, value: unknown) =>
  typeof value === 'string' && !field.choices?.some((choice) => choice.value === value) ? (
    <option value={value}>{value}</option>
  ) : null;
