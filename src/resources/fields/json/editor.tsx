import type { Json } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { useTextDraft } from '../../form/fields/useTextDraft.ts';
import { findJsonError } from './findJsonError.ts';
import { lineAt } from './lineAt.ts';
import { isWithin } from '../../form/session.ts';
import { lastParsed, unparsedValue, unparsedText } from '../../form/unparsed.ts';
import { useSessionValue } from '../../form/useSession.ts';
import { TextArea } from '../long-text/TextArea.tsx';
import type { EditorProps } from '../editorTypes.ts';

const format = (value: Json | undefined): string =>
  value === undefined ? '' : (unparsedText(value) ?? JSON.stringify(value, null, 2));
const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** JSON as text. While it does not parse, the record holds the text itself and cannot be sent. */
export default function JsonEditor(props: EditorProps<Json>) {
  const { field, state } = props;
  const last = lastParsed(props.value);
  const draft = useTextDraft<Json>(props, format, (text) => parse(text, last), same);
  const { pointer } = props;
  const place = useSessionValue(({ errors }) => Object.keys(errors).find((at) => isWithin(at, pointer)));
  const isParsed = unparsedText(props.value) === undefined;
  const line =
    place !== undefined && isParsed && draft.text !== ''
      ? lineAt(draft.text, place.slice(pointer.length))
      : 0;
  return (
    <FieldFrame widget={props} deep errorPrefix={line > 0 ? `Line ${line}, ` : ''}>
      {(aria) => (
        <TextArea
          {...aria}
          data-mono
          spellCheck={false}
          name={field.name}
          rows={6}
          value={draft.text}
          readOnly={state.readOnly}
          placeholder={field.placeholder ?? '{ }'}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.leave}
        />
      )}
    </FieldFrame>
  );
}

function saidOf(text: string): string {
  const fault = findJsonError(text);
  const place = fault ? `: line ${fault.line}, column ${fault.column}: ${fault.text}` : '';
  return `This is not valid JSON${place}`;
}

function parse(text: string, last: Json | undefined): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return unparsedValue(text, saidOf(text), last);
  }
}
