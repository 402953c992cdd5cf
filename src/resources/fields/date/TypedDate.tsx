import type { ReactNode } from 'react';
import { DateInput } from '../../dates/DateInput.tsx';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

interface TypedDateProps extends EditorProps<string> {
  time?: boolean;
  zone?: string;
  aside?: ReactNode;
  redundantLabel?: boolean;
  format: (value: string | undefined) => string;
  parse: (text: string) => string | undefined;
}

/** A date that is typed or picked. Invalid input stays text. */
export function TypedDate({ time, zone, aside, redundantLabel, format, parse, ...props }: TypedDateProps) {
  const draft = useTextDraft(props, format, parse);
  return (
    <FieldFrame fieldProps={props} aside={aside} redundantLabel={redundantLabel}>
      {({ id, ...aria }) => (
        <DateInput
          id={id}
          name={props.field.name}
          title={props.field.title}
          time={time}
          zone={zone}
          error={aria['aria-invalid']}
          text={draft.text}
          readOnly={props.fieldState.readOnly}
          onText={draft.type}
          onLeave={draft.leave}
          aria={aria}
        />
      )}
    </FieldFrame>
  );
}
