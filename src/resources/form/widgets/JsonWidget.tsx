import { useEffect, useRef } from 'react';
import type { Json } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { useTextDraft } from '../fields/useTextDraft.ts';
import { useFormSession } from '../useSession.ts';
import { TextArea } from './LongTextWidget.tsx';
import type { WidgetProps } from './registry.ts';

const format = (value: Json | undefined): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2);
const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** JSON as text. While it does not parse, the form keeps the last value that did and cannot be sent. */
export function JsonWidget(props: WidgetProps<Json>) {
  const { field, value, pointer, state } = props;
  const session = useFormSession();
  const last = useRef(value);
  const draft = useTextDraft<Json>(
    props,
    format,
    (text) => {
      const parsed = parseJson(text);
      if (!('fault' in parsed)) last.current = parsed.value;
      return last.current;
    },
    same,
  );
  const parsed = parseJson(draft.text);
  const fault = 'fault' in parsed ? parsed.fault : undefined;
  useEffect(() => {
    session.setLocalError(pointer, fault);
    return () => session.setLocalError(pointer, undefined);
  }, [session, pointer, fault]);

  return (
    <FieldFrame widget={props} deep>
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

function parseJson(text: string): { value: Json | undefined } | { fault: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { fault: `This is no valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
