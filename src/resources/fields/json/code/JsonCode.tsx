import { useMemo } from 'react';
import type { Json } from '../../../../../schemas/model/types.ts';
import { FieldFrame } from '../../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../../fieldKit/useTextDraft.ts';
import { isWithin } from '../../../fieldKit/pointers.ts';
import { lastParsed, unparsedValue, unparsedText } from '../../../fieldKit/unparsed.ts';
import { useSessionValue } from '../../../fieldKit/useSession.ts';
import type { EditorProps } from '../../../fieldKit/editorTypes.ts';
import { CodeEditor } from './CodeEditor.tsx';
import { ContentSchema } from '../contentSchema.ts';
import { findJsonError } from '../findJsonError.ts';
import { findLine } from '../jsonTree.ts';
import { t } from '../../../../../schemas/texts/translate.ts';

/** JSON with sorted keys, since storage does not keep their order. */
const canonical = (value: Json | undefined): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
const isSameJson = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || canonical(a) === canonical(b);

/** A JSON code editor. While the text does not parse, the record has the text and cannot be sent. */
export function JsonCode(props: EditorProps<Json>) {
  const { field, fieldState, pointer } = props;
  const schema = useMemo(() => field.content && new ContentSchema(field.content), [field.content]);
  const format = (value: Json | undefined): string =>
    value === undefined
      ? ''
      : (unparsedText(value) ?? JSON.stringify(schema ? schema.sortProperties(value) : value, null, 2));
  const last = lastParsed(props.value);
  const draft = useTextDraft<Json>(props, format, (text) => parse(text, last), isSameJson);
  const errorsJson = useSessionValue(({ errors }) =>
    JSON.stringify(
      Object.entries(errors)
        .filter(([at]) => isWithin(at, pointer))
        .map(([at, text]) => [at.slice(pointer.length), text]),
    ),
  );
  const errors = useMemo(
    () => Object.fromEntries(JSON.parse(errorsJson) as [string, string][]) as Record<string, string>,
    [errorsJson],
  );
  const [place] = Object.keys(errors);
  const isParsed = unparsedText(props.value) === undefined;
  const line = place !== undefined && isParsed && draft.text !== '' ? findLine(draft.text, place) : 0;
  return (
    <FieldFrame fieldProps={props} includeNestedErrors group errorPrefix={line > 0 ? `Line ${line}, ` : ''}>
      {(aria) => (
        <CodeEditor
          aria={aria}
          field={field}
          pointer={pointer}
          draft={draft}
          errors={errors}
          readOnly={fieldState.readOnly}
        />
      )}
    </FieldFrame>
  );
}

function buildParseError(text: string): string {
  const fault = findJsonError(text);
  const place = fault
    ? t(': line %{line}, column %{column}: %{text}', {
        line: fault.line,
        column: fault.column,
        text: fault.text,
      })
    : '';
  return t('This is not valid JSON%{place}', { place });
}

function parse(text: string, last: Json | undefined): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return unparsedValue(text, buildParseError(text), last);
  }
}
