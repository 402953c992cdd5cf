import { useRef } from 'react';
import type { FieldModel, Json } from '../../../../../schemas/model/types.ts';
import { useTextDraft } from '../../../fieldKit/useTextDraft.ts';
import { type Path, pointerOf } from '../../../fieldKit/pointers.ts';
import { useFieldError, useFormSession } from '../../../fieldKit/useSession.ts';
import { findDisplayType } from '../../../fieldKit/registry.ts';
import { CellEditor, type CellInput } from './CellEditor.tsx';
import { parseCell } from './pasteCells.ts';

interface GridCellProps {
  field: FieldModel;
  row: number;
  column: number;
  path: Path;
  value: unknown;
  label: string;
  readOnly: boolean;
}

/** A cell of a grid inside a form. */
export const GridCell = (props: GridCellProps) => {
  const { path, label, row, column, field, value, readOnly } = props;
  const session = useFormSession();
  const error = useFieldError(pointerOf(path));
  const latest = useRef(path);
  latest.current = path;
  const write = (next: Json | undefined): void => session.setValue(latest.current, next);
  const touch = (): void => session.touch(pointerOf(latest.current));
  return (
    <CellEditor
      {...{ row, column, field, value, label, readOnly, error, write }}
      id={session.id(path)}
      onBlur={touch}
      renderText={(cell) => <TextCell {...props} cell={cell} onLeave={touch} />}
    />
  );
};

interface TextCellProps extends GridCellProps {
  cell: CellInput;
  onLeave: () => void;
}

const TextCell = ({ field, path, value, readOnly, cell, onLeave }: TextCellProps) => {
  const session = useFormSession();
  const isPlain = field.name === '*';
  const draft = useTextDraft<Json>(
    {
      value: (value ?? undefined) as Json | undefined,
      path,
      onChange: (next, how) => session.setValue(path, next ?? (isPlain ? '' : undefined), how),
      onBlur: onLeave,
    },
    (held) => (held === undefined || held === null ? '' : String(held)),
    // Trimming would remove the spaces that are being typed.
    (text) => (field.type === 'number' ? parseCell(field, text) : text === '' && !isPlain ? undefined : text),
  );
  const DisplayCell = findDisplayCell(field);
  return (
    <>
      <input
        {...cell}
        type="text"
        inputMode={field.type === 'number' ? 'decimal' : undefined}
        value={draft.text}
        placeholder={field.placeholder}
        readOnly={readOnly}
        autoComplete="off"
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.leave}
      />
      {/* Overlays the input until it has focus; screen readers have the text itself. */}
      {DisplayCell && draft.text !== '' && (
        <span className="shown" aria-hidden>
          <DisplayCell field={field} value={draft.text} />
        </span>
      )}
    </>
  );
};

/** The cell of the field's `display`, where the schema names one that differs from the type's. */
const findDisplayCell = (field: FieldModel) =>
  field.display === field.type ? undefined : findDisplayType(field).Cell;
