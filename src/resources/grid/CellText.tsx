import { useState } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import type { CellInput } from '../fields/list/grid/CellEditor.tsx';
import { parseCell } from '../fields/list/grid/pasteCells.ts';

interface CellTextProps {
  cell: CellInput;
  field: FieldModel;
  value: unknown;
  readOnly: boolean;
  onType: (text: string) => void;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** A cell's text as it is typed; another value that comes from elsewhere takes its place. */
export const CellText = ({ cell, field, value, readOnly, onType }: CellTextProps) => {
  const [text, setText] = useState(() => textOf(value));
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (textOf(parseCell(field, text)) !== textOf(value)) setText(textOf(value));
  }
  return (
    <input
      {...cell}
      type="text"
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      value={text}
      readOnly={readOnly}
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value);
        onType(event.target.value);
      }}
    />
  );
};
