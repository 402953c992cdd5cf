import { useId, useRef } from 'react';
import type { FieldModel, Json } from '../../../../../schemas/model/types.ts';
import { useTextDraft } from '../../fields/useTextDraft.ts';
import { type Path, pointerOf } from '../../session.ts';
import { useFieldError, useFormSession } from '../../useSession.ts';
import { visuallyHidden } from '../../visuallyHidden.ts';
import { valueOf } from './pasted.ts';

interface GridCellProps {
  field: FieldModel;
  row: number;
  column: number;
  path: Path;
  value: unknown;
  label: string;
  readOnly: boolean;
}

/** Editors of cells by field type; the others are typed as text. */
export const GridCell = (props: GridCellProps) => {
  const { path, label, row, column, field, value } = props;
  const session = useFormSession();
  const error = useFieldError(pointerOf(path));
  const faultId = useId();
  const latest = useRef(path);
  latest.current = path;
  const cell: CellInput = {
    'data-row': row,
    'data-column': column,
    'aria-label': label,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? faultId : undefined,
    title: error,
    id: session.id(path),
  };
  const write = (next: Json | undefined): void => session.write(latest.current, next);
  const leave = (): void => session.touch(pointerOf(latest.current));
  return (
    <span role="gridcell">
      {field.type === 'boolean' ? (
        <input
          {...cell}
          type="checkbox"
          checked={value === true}
          disabled={props.readOnly}
          onChange={(event) => write(event.target.checked)}
          onBlur={leave}
        />
      ) : field.choices ? (
        <select
          {...cell}
          value={value === undefined || value === null ? '' : String(value)}
          disabled={props.readOnly}
          onChange={(event) => write(valueOf(field, event.target.value))}
          onBlur={leave}
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
        <TextCell {...props} cell={cell} onLeave={leave} />
      )}
      {error ? (
        <span id={faultId} style={visuallyHidden}>
          {error}
        </span>
      ) : null}
    </span>
  );
};

interface CellInput {
  'data-row': number;
  'data-column': number;
  'aria-label': string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  title: string | undefined;
  id: string;
}

/** What was pasted and is no choice stays to be seen until another one is made. */
const unknownChoice = (field: FieldModel, value: unknown) =>
  typeof value === 'string' && !field.choices?.some((choice) => choice.value === value) ? (
    <option value={value}>{value}</option>
  ) : null;

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
      onChange: (next, how) => session.write(path, next ?? (isPlain ? '' : undefined), how),
      onBlur: onLeave,
    },
    (held) => (held === undefined || held === null ? '' : String(held)),
    // Blanks belong to what is being typed.
    (text) => (field.type === 'number' ? valueOf(field, text) : text === '' && !isPlain ? undefined : text),
  );
  return (
    <input
      {...cell}
      type="text"
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      value={draft.text}
      readOnly={readOnly}
      autoComplete="off"
      onChange={(event) => draft.type(event.target.value)}
      onBlur={draft.leave}
    />
  );
};
