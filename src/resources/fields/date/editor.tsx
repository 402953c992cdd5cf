import { isStoredDay, parseTypedDay, formatTypedDay } from '../../dates/typedDates.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { TypedDate } from './TypedDate.tsx';

/** A date. Invalid input stays text, so that validation reports it. */
export default function DateEditor(props: EditorProps<string>) {
  return (
    <TypedDate
      {...props}
      format={(value = '') => (isStoredDay(value) ? formatTypedDay(value) : value)}
      parse={(text) => parseTypedDay(text) ?? (text.trim() || undefined)}
    />
  );
}
