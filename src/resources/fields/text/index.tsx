import { plainText } from '../../fieldKit/plainText.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { TextFilter } from '../shared/filters.ts';
import { isBlank } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

export const TextCell = ({ field, value, record }: CellProps) => {
  if (isBlank(value)) return <NoValue />;
  const shown = plainText(value);
  if (!field.highlight || !record) return <>{shown}</>;
  return (
    <span style={{ fontWeight: 400, color: 'var(--ink-2)' }}>
      {splitAtNames(
        shown,
        field.highlight.map((name) => plainText(record[name])),
      ).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <b key={at} style={STRONG}>
            {part}
          </b>
        ),
      )}
    </span>
  );
};
const STRONG = { fontWeight: 500, color: 'var(--ink)' };

/** Splits a text at names: every second part is a name. */
const splitAtNames = (text: string, names: string[]): string[] => {
  const parts: string[] = [];
  let rest = text;
  for (const name of names) {
    const at = name === '' ? -1 : rest.indexOf(name);
    if (at < 0) continue;
    parts.push(rest.slice(0, at), name);
    rest = rest.slice(at + name.length);
  }
  return [...parts, rest];
};

export const text: FieldTypeDefinition = {
  name: 'text',
  // Also the fallback of every other type.
  tester: (field) => (field.type === 'text' ? 1 : 0),
  Cell: TextCell,
  Filter: TextFilter,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [''],
  toText: plainText,
};
